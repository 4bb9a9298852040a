import fc from 'fast-check';
import { type EventData, type EventKind, events } from '../../src/records/event.ts';
import type { Delivery } from '../../src/webhooks/delivery.ts';
import { anyText } from './anyText.ts';

const id = '0198f2a4-7c1e-7d3b-9a55-2f6e8b1c4d70';
const at = '2027-01-31T09:05:07.120Z';
const project = { projectId: id, projectName: 'Website and online shop' };
const about = { ...project, clientName: 'Harbour Bakery' };
const invoice = {
  invoiceId: id,
  invoiceNumber: 'INV-0007',
  ...about,
  totalCents: 840_000,
  currency: 'USD',
};

export const kinds = Object.keys(events) as EventKind[];

/** Usual data of each kind of event. */
export const typical: { [Kind in EventKind]: EventData<Kind> } = {
  'intake.submitted': { ...about, submittedAt: at },
  'scope.approved': {
    ...about,
    approvedName: 'Ana Soares',
    priceCents: 840_000,
    currency: 'USD',
    approvedAt: at,
  },
  'contract.signed': { ...about, signedAt: at },
  'invoice.sent': { ...invoice, dueDate: '2027-02-14', sentAt: at },
  'invoice.paid': { ...invoice, paidAt: at },
  'change_order.approved': {
    changeOrderId: id,
    ...project,
    amountCents: 70_000,
    currency: 'USD',
    approvedAt: at,
  },
  'invoice.viewed': { ...invoice, dueDate: '2027-02-14', viewedAt: at },
  'invoice.overdue': { ...invoice, dueDate: '2027-01-28', daysOverdue: 3, detectedAt: at },
  'revision.logged': {
    revisionId: id,
    ...about,
    roundNumber: 2,
    roundsAllowed: 3,
    description: 'A calmer header.\n\n- Larger photographs\n- The menu on one page',
    loggedAt: at,
  },
  'client.created': {
    clientId: id,
    clientName: 'Harbour Bakery',
    contactName: 'Ana Soares',
    company: 'Harbour Bakery Ltd',
    createdAt: at,
  },
  ping: { message: 'Hello from Corkboard' },
};

/** The same data with null wherever null is allowed. */
export const minimal: typeof typical = {
  ...typical,
  'scope.approved': { ...typical['scope.approved'], priceCents: null },
  'invoice.sent': { ...typical['invoice.sent'], dueDate: null },
  'invoice.viewed': { ...typical['invoice.viewed'], dueDate: null },
  'revision.logged': { ...typical['revision.logged'], roundsAllowed: null },
  'client.created': { ...typical['client.created'], contactName: null, company: null },
};

const written =
  'projectName clientName approvedName invoiceNumber description contactName company message'.split(' ');

/** Event data with `text` in every field that a person fills in. */
export const saying = (event: EventKind, text: string): Record<string, unknown> => ({
  ...typical[event],
  ...Object.fromEntries(written.filter(field => field in typical[event]).map(field => [field, text])),
});

/** The address of the console in messages. */
export const publicUrl = 'https://console.example';

export const delivery = (event: EventKind, data: object = typical[event]): Delivery => ({
  id,
  event,
  createdAt: at,
  workspaceId: '0198f2a4-0000-7000-8000-000000000001',
  data: JSON.stringify(data),
});

const marks = fc.constantFrom(
  ...'&<>*_~`|\\[]()#@:/-+.1\n\r\t\u0000\u0085\u2028\u202e\u2066\u200d\u0301🏳️‍🌈👩‍👩‍👧 a',
  '&amp;',
  '<!channel>',
  '<@U123>',
  '<https://evil.example|here>',
  '@everyone',
  '[here](https://evil.example)',
  '```',
  ' - ',
  ' 12. ',
  '\ud800',
);

/** Arbitrary texts, and long sequences of characters that have a meaning in Slack or Discord. */
export const strange: fc.Arbitrary<string> = fc.oneof(
  anyText(400),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.array(marks, { maxLength: 200 }).map(parts => parts.join('')),
  fc.tuple(marks, fc.integer({ min: 1, max: 5000 })).map(([mark, times]) => mark.repeat(times)),
);
