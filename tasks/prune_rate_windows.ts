import { inBatches, pruneBatch } from '../src/jobs/inBatches.ts';

/** Deletes rate windows that nobody uses any more. */
export default inBatches('prune_rate_windows($1)', pruneBatch);
