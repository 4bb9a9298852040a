import { amount, count, day } from '../formatting/index.ts';
import { type NotificationKind, whenOf } from '../vocabulary/notifications.ts';
import { nameInMail } from './nameInMail.ts';
import type { Mail } from './send.ts';

/** An event of a record (sql/functions/notifications/notification_items.sql). */
export interface NotificationItem {
  event: keyof typeof texts;
  /** The member, or operator, who recorded it for the client; null if the client did it. */
  recordedBy: string | null;
  /** What that member is called; null: by the address. */
  recorderName?: string | null;
  /** For events of projects, invoices and estimates. */
  projectName?: string;
  clientName?: string;
  /** For events of projects. */
  projectId?: string;
  /** For inquiries, of which an email has nothing that was typed. */
  inquiryId?: string;
  /** For events of invoices and estimates. */
  invoiceId?: string;
  invoiceNumber?: string;
  kind?: 'invoice' | 'estimate';
  /** Of an overdue invoice, what is due. */
  totalCents?: number;
  currency?: string;
  /** A date. */
  dueDate?: string | null;
}

/** The contents of an email (sql/functions/notifications/prepare_notifications.sql). */
export interface Notifications {
  kind: NotificationKind;
  /** The ids of the notifications in it, in order. */
  ids: string[];
  to: string;
  /** The token of the unsubscribe link. */
  token: string;
  workspaceName: string;
  /** The workspace's locale. */
  locale: string;
  /** How many records it is about; `items` has the first few. */
  count: number;
  items: NotificationItem[];
}

/** How an event reads: in the subject, and as a sentence without its full stop. */
interface Text {
  subject: (item: NotificationItem) => string;
  sentence: (item: NotificationItem, locale: string) => string;
  /** Where the record is shown. */
  path: (item: NotificationItem) => string;
}

const project = ({ projectName, clientName }: NotificationItem) =>
  `the project ${nameInMail(projectName!)} for ${nameInMail(clientName!)}`;
/** As in `Invoice INV-0007`. */
const title = ({ kind, invoiceNumber }: NotificationItem) =>
  `${kind === 'estimate' ? 'Estimate' : 'Invoice'} ${invoiceNumber}`;
/** As in `Invoice INV-0007 (€840.00), for the project “Website” for “Harbour Bakery”,`. */
const document = (item: NotificationItem, locale: string) =>
  `${title(item)} (${amount(item.totalCents!, item.currency!, locale)}), for ${project(item)},`;

const ofProject = (what: string, verb: string, tab: string): Text => ({
  subject: ({ projectName }) => `${what} ${verb}: ${nameInMail(projectName!)}`,
  sentence: item => `${what} ${verb} for ${project(item)}`,
  path: ({ projectId }) => `/projects/${projectId}?tab=${tab}`,
});

const ofInvoice = (verb: string, sentence: Text['sentence']): Text => ({
  subject: item => `${title(item)} ${verb}`,
  sentence,
  path: ({ invoiceId }) => `/invoices/${invoiceId}`,
});

const texts = {
  'scope.approved': ofProject('Scope', 'approved', 'scope'),
  'change_order.approved': ofProject('Change order', 'approved', 'scope'),
  'change_order.declined': ofProject('Change order', 'declined', 'scope'),
  'estimate.accepted': ofProject('Estimate', 'accepted', 'invoices'),
  'estimate.declined': ofProject('Estimate', 'declined', 'invoices'),
  'contract.signed': ofProject('Contract', 'signed', 'scope'),
  'scope.changes_requested': {
    ...ofProject('Changes', 'requested', 'scope'),
    sentence: item => `Changes to the scope were requested for ${project(item)}`,
  },
  'intake.submitted': ofProject('Intake questions', 'answered', 'intake'),
  'inquiry.received': {
    subject: () => 'New inquiry',
    sentence: () => 'Someone sent you an inquiry',
    path: ({ inquiryId }) => `/inquiries/${inquiryId}`,
  },
  'invoice.viewed': ofInvoice(
    'opened',
    (item, locale) => `${document(item, locale)} was opened for the first time`,
  ),
  'invoice.overdue': ofInvoice('overdue', (item, locale) => {
    const due = item.dueDate == null ? '' : `: it was due on ${day(item.dueDate, locale)}`;
    return `${document(item, locale)} is overdue${due}`;
  }),
  'invoice.paid': ofInvoice('paid', (item, locale) => `${document(item, locale)} was paid`),
} satisfies Record<string, Text>;

/** The subject of an email about several records. */
const subjects: Record<NotificationKind, string> = {
  approved: 'scopes, change orders and estimates approved',
  declined: 'estimates and change orders declined, or changes requested',
  signed: 'contracts signed',
  intake_submitted: 'intakes answered',
  inquiry: 'new inquiries',
  viewed: 'documents opened',
  overdue: 'invoices overdue',
  paid: 'invoices paid',
};

/** The list with all records of an email that lists only some. */
const lists: Partial<Record<NotificationKind, string>> = {
  overdue: '/invoices?overdue=true',
  paid: '/invoices?status=PAID',
  viewed: '/invoices',
  inquiry: '/inquiries',
};

function by({ event, recordedBy, recorderName = null }: NotificationItem): string {
  if (recordedBy === null || event === 'invoice.overdue') return '';
  return recordedBy === 'operator'
    ? ' (recorded by the operator of your Corkboard server)'
    : ` (recorded by ${recorderName === null ? recordedBy : nameInMail(recorderName)})`;
}

/**
 * The email about notifications of one kind. A retried job sends the same message, unless there are more notifications since.
 * `url`: the address of the console. The headers let mail programs unsubscribe with one click (RFC 8058).
 */
export function notificationMail(notifications: Notifications, url: string): Mail {
  const { kind, ids, to, token, workspaceName, locale, count: records, items } = notifications;
  const textOf = (item: NotificationItem): Text => texts[item.event];
  const unsubscribe = `${url}/unsubscribe/${token}`;
  const more = records - items.length;
  const [first] = items as [NotificationItem];
  return {
    id: `notification-${ids[0]}-${ids.length}`,
    to,
    subject: records === 1 ? textOf(first).subject(first) : `${count(records, locale)} ${subjects[kind]}`,
    text: [
      ...items.map(
        item => `${textOf(item).sentence(item, locale)}${by(item)}.\n${url}${textOf(item).path(item)}`,
      ),
      ...(more === 0 ? [] : [`And ${count(more, locale)} more: ${url}${lists[kind] ?? '/projects'}`]),
      `You get this email because you chose to be told when ${whenOf(kind)} in the Corkboard workspace ${nameInMail(workspaceName)}.`,
      `To stop these emails, open this link:\n${unsubscribe}`,
      `To choose what you are told by email:\n${url}/settings/members#notifications`,
    ].join('\n\n'),
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
