import { inBatches } from '../src/jobs/inBatches.ts';

/** Deletes sessions that ran out, and sign-ins that nobody counts any more. */
export default inBatches('prune_sessions()');
