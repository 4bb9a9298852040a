import test from 'ava';
import { type NotificationItem, notificationMail } from '../../src/mail/notificationMail.ts';
import type { NotificationKind } from '../../src/vocabulary/notifications.ts';

const url = 'https://console.example';
const item = (event: NotificationItem['event'], given: Partial<NotificationItem> = {}): NotificationItem => ({
  ...{ event, recordedBy: null, projectName: 'Website', clientName: 'Harbour Bakery', projectId: 'p' },
  ...{ invoiceId: 'i', invoiceNumber: 'INV-0007', kind: 'invoice', totalCents: 84_000, currency: 'EUR' },
  ...{ dueDate: '2027-01-31', ...given },
});
const about = { ids: ['n', 'o'], to: 'ana@x.example', token: 't', workspaceName: 'Studio', locale: 'en-GB' };
const mail = (kind: NotificationKind, count: number, ...items: NotificationItem[]) =>
  notificationMail({ ...about, kind, count, items }, url);

const project = 'the project “Website” for “Harbour Bakery”';
const ofProject = (what: string, by = '') => [`${what}: “Website”`, `${what} for ${project}${by}.`] as const;
const byLee = { recordedBy: 'lee@x.example' };
for (const [kind, of, subject, first] of [
  ['approved', item('scope.approved'), ...ofProject('Scope approved')],
  [
    'approved',
    item('change_order.approved', byLee),
    ...ofProject('Change order approved', ' (recorded by lee@x.example)'),
  ],
  [
    'approved',
    item('estimate.accepted', byLee),
    ...ofProject('Estimate accepted', ' (recorded by lee@x.example)'),
  ],
  ['declined', item('estimate.declined'), ...ofProject('Estimate declined')],
  ['declined', item('change_order.declined'), ...ofProject('Change order declined')],
  [
    'declined',
    item('scope.changes_requested'),
    'Changes requested: “Website”',
    `Changes to the scope were requested for ${project}.`,
  ],
  ['signed', item('contract.signed'), ...ofProject('Contract signed')],
  ['intake_submitted', item('intake.submitted'), ...ofProject('Intake questions answered')],
  ['inquiry', item('inquiry.received', { inquiryId: 'q' }), 'New inquiry', 'Someone sent you an inquiry.'],
  [
    'viewed',
    item('invoice.viewed', { kind: 'estimate', invoiceNumber: 'EST-0001' }),
    'Estimate EST-0001 opened',
    `Estimate EST-0001 (€840.00), for ${project}, was opened for the first time.`,
  ],
  [
    'overdue',
    item('invoice.overdue', { recordedBy: 'operator' }),
    'Invoice INV-0007 overdue',
    `Invoice INV-0007 (€840.00), for ${project}, is overdue: it was due on 31 January 2027.`,
  ],
  [
    'paid',
    item('invoice.paid', { recordedBy: 'operator' }),
    'Invoice INV-0007 paid',
    `Invoice INV-0007 (€840.00), for ${project}, was paid (recorded by the operator of your Corkboard server).`,
  ],
] as const)
  test(`the email about ${of.event} says what happened, links to the record, and can be stopped`, t => {
    const { id, subject: shown, text, headers } = mail(kind, 1, of);
    const [sentence, ...links] = text.split('\n').filter(line => line === first || line.startsWith(url));
    t.deepEqual([id, shown, sentence], ['notification-n-2', subject, first]);
    const [record] = of.event.split('.') as [string];
    const path = { invoice: '/invoices/i', inquiry: '/inquiries/q' }[record] ?? '/projects/p?tab=';
    t.true(links[0]!.startsWith(url + path));
    t.deepEqual(links.slice(1), [`${url}/unsubscribe/t`, `${url}/settings/members#notifications`]);
    t.deepEqual(headers, {
      'List-Unsubscribe': `<${url}/unsubscribe/t>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    t.notRegex(text, /undefined|null/);
  });

test('several records are one email, which lists the first of them', t => {
  const { subject, text } = mail('paid', 1_201, item('invoice.paid'), item('invoice.paid'));
  t.is(subject, '1,201 invoices paid');
  t.true(text.includes(`And 1,199 more: ${url}/invoices?status=PAID`));
});
