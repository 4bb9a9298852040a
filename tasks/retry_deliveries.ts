import { restOf } from '../src/jobs/restOf.ts';

/** Finishes a retry: makes an endpoint's deliveries due now that were pending when a person started it. */
export default restOf(
  'the retry',
  'select retried as count from corkboard.retry_deliveries($1, $2, $3)',
  ({ begun }) => [begun],
);
