import test from 'ava';
import { check } from '../../src/admission/check.ts';
import type { Failure } from '../../src/errors/failure.ts';
import { queryReader } from '../../src/http/query.ts';
import { catalogue } from '../../src/operations/catalogue.ts';

// What is refused is told what it must be.

const inputOf = (name: string) => catalogue.find(operation => operation.name === name)!.input;
const line = { description: 'A', unitPriceCents: 1 };
const project = { projectId: 'x' };
const drafts = (content: object) => ['draftInvoice', { ...project, ...content }] as const;
const cents = "must be a whole number of the currency's minor unit: 1250 is 12.50 USD, and 1,250 JPY.";

/** What is said of an input: of everything that is wrong, the first field first. */
const told: Record<string, readonly [operation: string, input: object]> = {
  'minutes must be at most 960.': ['logTime', { id: 'x', minutes: 2 ** 60 }],
  'minutes must be at least 1.': ['logTime', { id: 'x', minutes: -1e21 }],
  'minutes must be a whole number of minutes: 90 is an hour and a half.': [
    'logTime',
    { id: 'x', minutes: 1.5 },
  ],
  'lineItems.0.unitPriceCents must be at most 100000000.': drafts({
    lineItems: [{ ...line, unitPriceCents: 1e21 }],
  }),
  'lineItems.0.unitPriceCents must be at least 0.': drafts({
    lineItems: [{ ...line, unitPriceCents: -1 }],
    discountCents: 0,
  }),
  'lineItems must have at most 50 elements.': drafts({ lineItems: Array(1_001).fill(line) }),
  'deliverables must have at most 50 elements.': [
    'draftScope',
    { id: 'x', deliverables: Array(1_001).fill('A') },
  ],
  'amount is not a known field. Did you mean amountCents? amountCents is required, unless lineItems is given.':
    drafts({ amount: 1200 }),
  'lineItems.0.price is not a known field. Did you mean unitPriceCents? lineItems.0.colour is not a known field. The fields are description, quantityHundredths, unitPriceCents, taxRateBps.':
    drafts({ lineItems: [{ ...line, price: 5, colour: 'red' }] }),
  [`project_id is not a known field. Did you mean projectId? projectId is required: find it with list_projects (GET /api/v1/projects). amountCents ${cents} dueDate must be a date that exists, as YYYY-MM-DD.`]:
    ['draftInvoice', { project_id: 'x', amountCents: 12.5, dueDate: '31.1.2027' }],
  'projectId is not a known field. Did you mean id? id is required: find it with list_projects (GET /api/v1/projects).':
    ['logTime', { ...project, minutes: 5 }],
  'projectId is not a known field. Did you mean project_id?': ['listInvoices', project],
  'id is not a known field. There are no fields here.': ['getWorkspace', { id: 'x' }],
  'emial is not a known field. Did you mean email? compny is not a known field. Did you mean company?': [
    'createClient',
    { name: 'A', emial: 'a@b.example', compny: 'B' },
  ],
  'hours is not a known field. Did you mean minutes? minutes is required.': [
    'logTime',
    { id: 'x', hours: 3.5 },
  ],
  'client is not a known field. due_in_days is not a known field. Did you mean dueDate? vat is not a known field. The fields are projectId, kind, amountCents, lineItems, currency, dueDate, notes, taxRateBps, taxInclusive, discountCents, poNumber, supplyDate.':
    drafts({ client: 'x', amountCents: 1, due_in_days: 30, vat: 20 }),
  'status is not a known field. paidAt is not a known field. A draft is always DRAFT: a person sends it, and records payments, in the console.':
    drafts({ amountCents: 1, status: 'SENT', paidAt: '2027-01-31' }),
  'lineItems must be a list. dueDate must be a date that exists, as YYYY-MM-DD. Leave out what has no value, instead of sending null.':
    drafts({ amountCents: 1, lineItems: null, dueDate: null }),
  [`deliverables must be a list. priceCents ${cents}`]: [
    'draftScope',
    { id: 'x', deliverables: null, priceCents: 'much' },
  ],
  'status has no value for that: set overdue to true.': ['listInvoices', { status: 'OVERDUE' }],
  'status must be one of DRAFT, SENT, PAID, VOID.': ['listInvoices', { status: 'late' }],
  'search is not a known field. Projects cannot be searched by name or client: leave it out, and read every page.':
    ['listProjects', { search: 'Website' }],
  'constructor is not a known field. The fields are id, deliverables, revisionRounds, timeline, priceCents, currency.':
    ['draftScope', { id: 'x', deliverables: ['A'], constructor: 1 }],
};

for (const [words, [name, input]] of Object.entries(told)) {
  test(words, t => {
    const { message, details } = t.throws<Failure>(() => check(inputOf(name), input));
    t.deepEqual([message, details.field], [words, words.split(' ')[0]]);
  });
}

test('an error names ten wrong fields at most, and says how many more there are', t => {
  const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`x${n}`, 1]));
  const { message } = t.throws(() => check(inputOf('createClient'), { name: 'A', ...fields }));
  t.is(message.match(/is not a known field/g)!.length, 10);
  t.regex(message, / 4990 more fields are not valid\.$/);
});

test('a page that is no whole number is told what it must be', t => {
  t.throws(() => queryReader(inputOf('listClients'))('page=1.0'), {
    message: 'page must be a whole number from 1, in plain digits.',
  });
});
