import { inBatches } from '../src/jobs/inBatches.ts';

/** Deletes the rate counters of past minutes. */
export default inBatches('prune_rate_windows()');
