import { inBatches } from '../src/jobs/inBatches.ts';

/** Deletes jobs that used up their attempts a week ago. */
export default inBatches('prune_jobs()');
