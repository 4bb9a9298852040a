import type { EventKind } from './event.ts';

/** The ids by which the data of events names records. */
export interface RecordIds {
  invoiceId?: string | null;
  projectId?: string | null;
  clientId?: string | null;
}

/** The tab of a project's page that shows what an event was about. */
const tabs: Partial<Record<EventKind, string>> = {
  'intake.submitted': 'intake',
  'scope.approved': 'scope',
  'contract.signed': 'scope',
  'change_order.approved': 'scope',
  'revision.logged': 'revisions',
};

/** The page of an event's record; null if it has none. Never a share link, with which anyone could act as the client. */
export function recordPage(event: EventKind, { invoiceId, projectId, clientId }: RecordIds): string | null {
  if (invoiceId) return `/invoices/${invoiceId}`;
  if (projectId) return `/projects/${projectId}?tab=${tabs[event]}`;
  return clientId ? `/clients/${clientId}` : null;
}
