import { drain } from '../src/concurrency/drain.ts';
import { count } from '../src/jobs/inBatches.ts';
import type { Equipped } from '../src/jobs/tasks.ts';
import { log } from '../src/log.ts';

/**
 * Adds new jobs for deliveries, revisions, endpoints, documents, emails with documents, notifications, exports and imports whose
 * job was lost, and marks throttles that no worker checks although deliveries wait.
 */
const requeueLost: Equipped =
  ({ checkpoint }) =>
  async (_payload, { query }) => {
    const deliveries = await drain(() => count(query, 'requeue_deliveries()'), checkpoint);
    const revisions = await count(query, 'requeue_classifications()');
    const endpoints = await count(query, 'requeue_endpoints()');
    const documents = await count(query, 'requeue_documents()');
    const mails = await count(query, 'requeue_document_mails()');
    const notifications = await count(query, 'requeue_notifications()');
    const exports = await count(query, 'requeue_exports()');
    const imports = await count(query, 'requeue_imports()');
    const woken = await count(query, 'wake_waiting_endpoints()');
    if (
      deliveries + revisions + endpoints + documents + mails + notifications + exports + imports + woken >
      0
    ) {
      log.warn(
        { deliveries, revisions, endpoints, documents, mails, notifications, exports, imports, woken },
        'requeued lost jobs',
      );
    }
  };

export default requeueLost;
