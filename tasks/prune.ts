import { inBatches } from '../src/jobs/inBatches.ts';

/** Deletes what is no longer needed (sql/functions/housekeeping/prune.sql says what is kept how long). */
export default inBatches('prune');
