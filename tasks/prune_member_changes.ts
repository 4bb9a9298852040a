import { inBatches } from '../src/jobs/inBatches.ts';

/** Deletes email changes that no longer count toward a limit, and old ownership offers. */
export default inBatches('prune_member_changes()');
