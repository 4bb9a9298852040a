import { inBatches } from '../src/jobs/inBatches.ts';

/** Deletes the claims that killed workers left behind. */
export default inBatches('prune_claims()');
