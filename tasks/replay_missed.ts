import { restOf } from '../src/jobs/restOf.ts';

/**
 * Finishes a replay: replays an endpoint's missed and failed deliveries that were settled before a person started it.
 */
export default restOf(
  'the replay',
  'select cardinality(deliveries) as count from corkboard.replay_deliveries($1, $2, $3, $4)',
  ({ since, settledBefore }) => [since, settledBefore],
);
