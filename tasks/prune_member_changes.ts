import { inBatches } from '../src/jobs/inBatches.ts';

/** Deletes changes of address that no longer count towards a limit, and old offers of ownership. */
export default inBatches('prune_member_changes()');
