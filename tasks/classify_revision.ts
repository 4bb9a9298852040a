import { classify } from '../src/classification/classify.ts';
import type { Equipped } from '../src/jobs/tasks.ts';

/** Asks the classification endpoint about a revision; payload `{ workspaceId, revisionId }`. */
const classifyRevision: Equipped =
  ({ config }) =>
  (payload, helpers) =>
    classify(config.classification, payload, helpers);

export default classifyRevision;
