import { pruning } from '../src/jobs/housekeeping.ts';

/** Deletes rate windows that nobody uses any more. */
export default pruning('prune_rate_windows');
