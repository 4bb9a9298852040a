import { pruning } from '../src/jobs/housekeeping.ts';

/** Deletes deliveries settled more than 30 days ago, with their attempts. */
export default pruning('prune_deliveries');
