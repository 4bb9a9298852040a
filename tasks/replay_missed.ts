import { restOf } from '../src/jobs/restOf.ts';

/** Replays the rest of an endpoint's deliveries that were missed or failed before a person began to replay them. */
export default restOf(
  'the replay',
  'select cardinality(deliveries) as count from corkboard.replay_deliveries($1, $2, $3, $4)',
  // A job of the previous release does not say when the replay began.
  ({ since, settledBefore }, { created_at }) => [since, settledBefore ?? created_at.toISOString()],
);
