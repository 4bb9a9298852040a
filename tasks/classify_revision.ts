import type { Task } from 'graphile-worker';
import { classify } from '../src/classification/classify.ts';

/** Asks the classification endpoint about a revision; payload `{ workspaceId, revisionId }`. */
const classifyRevision: Task = classify;

export default classifyRevision;
