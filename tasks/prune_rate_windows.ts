import { inBatches } from '../src/jobs/inBatches.ts';

/** Deletes rate windows that nobody uses any more. */
export default inBatches('prune_rate_windows()');
