import { restOf } from '../src/jobs/restOf.ts';

/** Replays the rest of an endpoint's missed and failed deliveries, those from before a person started the replay. */
export default restOf(
  'the replay',
  'select cardinality(deliveries) as count from corkboard.replay_deliveries($1, $2, $3, $4)',
  ({ since, settledBefore }) => [since, settledBefore],
);
