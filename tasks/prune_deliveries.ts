import { inBatches } from '../src/jobs/inBatches.ts';

/** Deletes deliveries settled more than 30 days ago, with their attempts. */
export default inBatches('prune_deliveries()');
