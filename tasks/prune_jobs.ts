import { inBatches } from '../src/jobs/inBatches.ts';

/** Deletes the jobs that were given up a week ago. */
export default inBatches('prune_jobs()');
