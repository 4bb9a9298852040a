import test from 'ava';
import { projectTabs } from '../../src/console/pages/project/tabs.ts';
import { pathMatcher } from '../../src/console/requests/paths.ts';
import { pages } from '../../src/console/routing/pages.ts';
import type { EventKind } from '../../src/records/event.ts';
import { announcementOf, paragraph } from '../../src/webhooks/announcement.ts';
import { delivery, kinds, minimal, publicUrl, saying, typical } from '../support/deliveries.ts';

/** A message as one text: title, sentence, free text, facts. */
function told(kind: EventKind, data: object): string {
  const { title, sentence, body, facts } = announcementOf(delivery(kind, data));
  const rest = facts.map(({ label, value }) => `${label}: ${value}`);
  return [title, sentence, ...(body === null ? [] : [body]), ...rest].join('\n');
}

test('every event has a sentence', t => {
  t.deepEqual(Object.fromEntries(kinds.map(kind => [kind, told(kind, typical[kind])])), {
    'intake.submitted': 'Intake submitted\nHarbour Bakery submitted the intake for Website and online shop',
    'scope.approved':
      'Scope approved\nHarbour Bakery approved the scope of Website and online shop: $8,400.00\nApproved by: Ana Soares',
    'contract.signed': 'Contract signed\nHarbour Bakery signed the contract for Website and online shop',
    'invoice.sent':
      'Sent to the client\nINV-0007 went to Harbour Bakery: $8,400.00 · Website and online shop\nDue: 14 February 2027',
    'invoice.paid': 'Invoice paid\nHarbour Bakery paid INV-0007: $8,400.00 · Website and online shop',
    'change_order.approved':
      'Change order approved\nA change order was approved: $700.00 · Website and online shop',
    'invoice.viewed':
      'Opened by the client\nHarbour Bakery opened INV-0007: $8,400.00 · Website and online shop\nDue: 14 February 2027',
    'invoice.overdue':
      'Invoice overdue\nHarbour Bakery is 7 days late with INV-0007: $8,400.00 · Website and online shop\nWas due: 14 February 2027',
    'revision.logged':
      'Revision round logged\nRevision round 2 of 3 for Harbour Bakery · Website and online shop\nA calmer header.\n- Larger photographs\n- The menu on one page',
    'client.created':
      'Client added\nHarbour Bakery is a new client\nContact: Ana Soares\nCompany: Harbour Bakery Ltd',
    ping: 'Test from Corkboard\nHello from Corkboard',
  });
});

test('missing values are left out', t => {
  t.deepEqual(
    (['scope.approved', 'invoice.sent', 'invoice.viewed', 'revision.logged', 'client.created'] as const).map(
      kind => told(kind, minimal[kind]),
    ),
    [
      'Scope approved\nHarbour Bakery approved the scope of Website and online shop\nApproved by: Ana Soares',
      'Sent to the client\nINV-0007 went to Harbour Bakery: $8,400.00 · Website and online shop',
      'Opened by the client\nHarbour Bakery opened INV-0007: $8,400.00 · Website and online shop',
      'Revision round logged\nRevision round 2 for Harbour Bakery · Website and online shop\nA calmer header.\n- Larger photographs\n- The menu on one page',
      'Client added\nHarbour Bakery is a new client',
    ],
  );
});

test('a round beyond the scope asks for attention, and says by how much it exceeds the scope', t => {
  const round = (roundNumber: number, roundsAllowed: number | null) => {
    const { facts, mood } = announcementOf(
      delivery('revision.logged', { ...typical['revision.logged'], roundNumber, roundsAllowed }),
    );
    return [mood, ...facts.map(fact => fact.value)];
  };
  t.deepEqual(round(3, 3), ['news']);
  t.deepEqual(round(4, 3), ['attention', '1 round']);
  t.deepEqual(round(2, 0), ['attention', '2 rounds']);
  t.deepEqual(round(9, null), ['news']);
});

test('one day late is a day, not days', t => {
  const data = { ...typical['invoice.overdue'], daysOverdue: 1 };
  t.regex(announcementOf(delivery('invoice.overdue', data)).sentence, / is 1 day late with /);
});

test('a long name leaves room for the amount, and an invisible one is replaced', t => {
  const sentence = (name: string) =>
    announcementOf(delivery('invoice.paid', saying('invoice.paid', name))).sentence;
  t.is(
    sentence('A'.repeat(500)),
    `${'A'.repeat(149)}… paid ${'A'.repeat(149)}…: $8,400.00 · ${'A'.repeat(149)}…`,
  );
  t.is(sentence(' \u200b\u202e\n'), '(blank) paid (blank): $8,400.00 · (blank)');
});

const linkOf = (kind: EventKind, address: string | undefined = publicUrl) =>
  announcementOf({ ...delivery(kind), publicUrl: address }).link;

// readme.test.ts compares these pages with those that the docs name.
test('every event links to a page of the console, and a ping has no link', t => {
  t.is(linkOf('ping'), null);
  const isPage = pathMatcher(pages.map(({ path }) => path));
  for (const kind of kinds.filter(kind => kind !== 'ping')) {
    const { pathname, searchParams } = new URL(linkOf(kind)!);
    t.true(isPage(pathname), kind);
    const tab = searchParams.get('tab');
    t.true(tab === null || projectTabs.some(({ name }) => name === tab), kind);
  }
});

test('a message has no link if the console’s address is unknown, and its link keeps the address’s path', t => {
  t.is(announcementOf(delivery('invoice.paid')).link, null);
  t.regex(linkOf('invoice.paid', 'https://example.com/board')!, /^https:\/\/example\.com\/board\/invoices\//);
});

test('a text keeps its lines, without blank ones, up to the channel’s limit', t => {
  t.is(paragraph('A\r\n\r\n\n  B \u2028C\n'), 'A\nB\nC');
  t.is(paragraph('x\n'.repeat(100)), 'x\n'.repeat(12) + '…');
  t.is(paragraph('x\n'.repeat(12)), 'x\n'.repeat(12).trim());
});
