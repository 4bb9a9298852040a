import { pruning } from '../src/jobs/housekeeping.ts';

/** Deletes answers kept under idempotency keys for more than 24 hours. */
export default pruning('prune_idempotency_keys');
