import fc from 'fast-check';
import { type EventData, type EventKind, events } from '../../src/records/event.ts';
import { envelope } from '../../src/records/example.ts';
import type { Delivery } from '../../src/webhooks/delivery.ts';
import { anyText } from './anyText.ts';

const id = '0198f2a4-7c1e-7d3b-9a55-2f6e8b1c4d70';
const at = '2027-01-31T09:05:07.120Z';

/** The values of fields that differ from those of the published examples. */
const usual: Record<string, unknown> = {
  ...{ projectId: id, clientId: id, invoiceId: id, changeOrderId: id, revisionId: id },
  projectName: 'Website and online shop',
  contactName: 'Ana Soares',
  approvedName: 'Ana Soares',
  invoiceNumber: 'INV-0007',
  totalCents: 840_000,
  amountCents: 70_000,
  currency: 'USD',
  dueDate: '2027-02-14',
  description: 'A calmer header.\n\n- Larger photographs\n- The menu on one page',
  message: 'Hello from Corkboard',
};

export const kinds = Object.keys(events) as EventKind[];

/** Usual data of each kind of event. */
export const typical = Object.fromEntries(
  kinds.map(kind => {
    const fields = Object.entries(envelope(kind).data);
    return [kind, Object.fromEntries(fields.map(([name, value]) => [name, usual[name] ?? value]))];
  }),
) as { [Kind in EventKind]: EventData<Kind> };

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
