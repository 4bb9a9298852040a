import { restOf } from '../src/jobs/restOf.ts';

/** Makes due now the rest of an endpoint's deliveries that waited for a later attempt when a person asked for it. */
export default restOf(
  'the retry',
  'select retried as count from corkboard.retry_deliveries($1, $2, $3)',
  ({ begun }) => [begun],
);
