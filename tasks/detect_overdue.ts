import { inBatches } from '../src/jobs/inBatches.ts';

/** The daily check for invoices past their due date; each is found once, and emits invoice.overdue. */
export default inBatches('detect_overdue()');
