import { inBatches } from '../src/jobs/inBatches.ts';

/** Deletes responses stored under idempotency keys more than 24 hours ago. */
export default inBatches('prune_idempotency_keys()');
