import { inBatches } from '../src/jobs/inBatches.ts';

/** Deletes changes of address that no longer count towards a limit, and offers of ownership that ended long ago. */
export default inBatches('prune_member_changes()');
