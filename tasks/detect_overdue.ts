import { inBatches } from '../src/jobs/inBatches.ts';

/**
 * Finds invoices past their due date, each once, and emits invoice.overdue. It runs every hour and checks the workspaces in
 * which a new day has begun, so each workspace is checked once a day, within an hour of its midnight.
 */
export default inBatches('detect_overdue');
