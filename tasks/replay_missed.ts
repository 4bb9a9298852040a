import { restOf } from '../src/jobs/restOf.ts';

/** Replays the rest of an endpoint's deliveries that were missed or failed before a person began to replay them. */
export default restOf(
  'the replay',
  'select cardinality(deliveries) as count from corkboard.replay_deliveries($1, $2, $3, $4)',
  ({ since, settledBefore }) => [since, settledBefore],
);
