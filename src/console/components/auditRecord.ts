import { type Html, html } from '../html/html.ts';
import { personName } from '../html/personName.ts';
import type { AuditEntry } from '../queries/auditLog.ts';
import { creditNoteAddress } from '../queries/creditNote.ts';
import type { Person } from '../sessions/person.ts';
import { typeOf } from './auditWords.ts';

/** The pages of records, by type. Records that belong to a project are on its page. */
const recordPaths: Record<string, (id: string, within: string, name: string) => string> = {
  workspace: () => '/settings',
  member: () => '/settings/members',
  invitation: () => '/settings/members',
  key: () => '/settings/keys',
  endpoint: id => `/settings/webhooks/${id}`,
  delivery: (id, endpoint) => `/settings/webhooks/${endpoint}/deliveries/${id}`,
  client: id => `/clients/${id}`,
  project: id => `/projects/${id}`,
  invoice: id => `/invoices/${id}`,
  credit_note: (_, invoice, number) => creditNoteAddress(invoice, number),
  intake: (_, project) => `/projects/${project}?tab=intake`,
  scope: (_, project) => `/projects/${project}?tab=scope`,
  agreement: (_, project) => `/projects/${project}?tab=scope`,
  change_order: (_, project) => `/projects/${project}?tab=scope`,
  change_order_proposal: (id, project) => `/projects/${project}/change-orders/${id}`,
  revision: (_, project) => `/projects/${project}?tab=revisions`,
  time_entry: (_, project) => `/projects/${project}?tab=time`,
  inquiry: id => `/inquiries/${id}`,
  inquiry_form: () => '/settings/inquiries',
  note: (_, project) => `/projects/${project}?tab=notes`,
};

/** The record of an entry: a link with its name, or its type if it was removed. */
export const recordOrType = (entry: AuditEntry, person: Person): Html =>
  auditLink(entry, person) ?? html`${typeOf(entry)} (removed)`;

/** A link to the record of an entry; null if there is none any more. */
export function auditLink({ recordType, recordId, record }: AuditEntry, person: Person): Html | null {
  const place = recordPaths[recordType];
  return record === null || place === undefined
    ? null
    : html`<a href="${place(recordId, record.within ?? '', record.name)}">${recordType === 'member' ? personName(record.name, person) : record.name}</a>`;
}
