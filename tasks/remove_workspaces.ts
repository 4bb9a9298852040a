import { inBatches } from '../src/jobs/inBatches.ts';

/** Removes the workspaces whose removal is due, one after the other. */
export default inBatches('remove_workspace_batch');
