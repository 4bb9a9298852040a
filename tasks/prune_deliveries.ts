import { inBatches } from '../src/jobs/inBatches.ts';

/**
 * Deletes deliveries, with their attempts, after their retention time
 * (sql/functions/webhooks/deliveries/delivery_retention_days.sql).
 */
export default inBatches('prune_deliveries()');
