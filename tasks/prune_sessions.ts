import { inBatches } from '../src/jobs/inBatches.ts';

/** Deletes sessions and sign-in links that ran out, and sign-ins that no longer count towards a limit. */
export default inBatches('prune_sessions()');
