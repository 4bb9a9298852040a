import { drain } from '../src/concurrency/drain.ts';
import { call } from '../src/database/call.ts';
import type { Equipped } from '../src/jobs/tasks.ts';
import { log } from '../src/log.ts';

/**
 * Adds new jobs for deliveries, revisions, endpoints, documents, emails with documents, notifications, exports and imports whose
 * job was lost, and marks throttles that no worker checks although deliveries wait.
 */
export default (async (_payload, helpers, { checkpoint }) => {
  const requeue = (task: string) => call<number>(helpers, 'requeue_jobs', task);
  const requeued = {
    deliveries: await drain(() => call<number>(helpers, 'requeue_deliveries'), checkpoint),
    revisions: await requeue('classify_revision'),
    endpoints: (await requeue('disable_endpoint')) + (await requeue('remove_endpoint')),
    documents: await requeue('render_document'),
    mails: await requeue('mail_document'),
    notifications: await requeue('mail_notifications'),
    exports: await requeue('export_workspace'),
    imports: await requeue('import_clients'),
    woken: await call<number>(helpers, 'wake_waiting_endpoints'),
  };
  if (Object.values(requeued).some(number => number > 0)) log.warn(requeued, 'requeued lost jobs');
}) satisfies Equipped;
