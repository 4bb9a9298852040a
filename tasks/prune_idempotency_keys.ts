import { inBatches } from '../src/jobs/inBatches.ts';

/** Deletes answers kept under idempotency keys for more than 24 hours. */
export default inBatches('prune_idempotency_keys()');
