import { inBatches } from '../src/jobs/inBatches.ts';

/** Deletes expired sessions and sign-in links, and sign-ins that no longer count toward a limit. */
export default inBatches('prune_sessions()');
