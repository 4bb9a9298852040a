import { inBatches } from '../src/jobs/inBatches.ts';

/** Deletes the claims that workers left behind who died. */
export default inBatches('prune_claims()');
