import { classify } from '../src/classification/classify.ts';
import type { Equipped } from '../src/jobs/tasks.ts';

/** Classifies a revision. Payload: `{ workspaceId, revisionId }`. */
export default ((payload, helpers, { config }) =>
  classify(config.classification, payload, helpers)) satisfies Equipped;
