import { restOf } from '../src/jobs/restOf.ts';

/** Makes the rest of an endpoint's pending deliveries due now, those from before a person requested it. */
export default restOf(
  'the retry',
  'select retried as count from corkboard.retry_deliveries($1, $2, $3)',
  ({ begun }) => [begun],
);
