import test from 'ava';
import { check } from '../../src/admission/check.ts';
import type { Failure } from '../../src/errors/failure.ts';
import { queryReader } from '../../src/http/query.ts';
import { catalogue } from '../../src/operations/catalogue.ts';

// What is refused is told what it must be.

const inputOf = (name: string) => catalogue.find(operation => operation.name === name)!.input;
const line = { description: 'A', unitPriceCents: 1 };

for (const [name, input, words] of [
  ['logTime', { id: 'x', minutes: 2 ** 60 }, 'minutes must be at most 960.'],
  ['logTime', { id: 'x', minutes: -1e21 }, 'minutes must be at least 1.'],
  [
    'logTime',
    { id: 'x', minutes: 1.5 },
    'minutes must be a whole number of minutes: 90 is an hour and a half.',
  ],
  [
    'draftInvoice',
    { projectId: 'x', lineItems: [{ ...line, unitPriceCents: 1e21 }] },
    'lineItems.0.unitPriceCents must be at most 100000000.',
  ],
  [
    'draftInvoice',
    { projectId: 'x', lineItems: Array(1_001).fill(line) },
    'lineItems must have at most 50 elements.',
  ],
  [
    'draftScope',
    { id: 'x', deliverables: Array(1_001).fill('A') },
    'deliverables must have at most 50 elements.',
  ],
] as const) {
  test(`${words} ${JSON.stringify(input).slice(0, 80)}`, t => {
    t.throws(() => check(inputOf(name), input), { message: words });
  });
}

for (const [name, input, field, words] of [
  [
    'draftInvoice',
    { projectId: 'x', amount: 1200 },
    'amount',
    'amount is not a known field. Did you mean amountCents? amountCents is required, unless lineItems is given.',
  ],
  [
    'draftInvoice',
    { projectId: 'x', lineItems: [{ ...line, price: 5, colour: 'red' }] },
    'lineItems.0.price',
    'lineItems.0.price is not a known field. Did you mean unitPriceCents? lineItems.0.colour is not a known field. The fields are description, quantityHundredths, unitPriceCents, taxRateBps.',
  ],
  [
    'draftInvoice',
    { project_id: 'x', amountCents: 12.5, dueDate: '31.1.2027' },
    'project_id',
    "project_id is not a known field. Did you mean projectId? projectId is required: find it with list_projects (GET /api/v1/projects). amountCents must be a whole number of the currency's minor unit: 1250 is 12.50 USD, and 1,250 JPY. dueDate must be a date that exists, as YYYY-MM-DD.",
  ],
  [
    'logTime',
    { projectId: 'x', minutes: 5 },
    'projectId',
    'projectId is not a known field. Did you mean id? id is required: find it with list_projects (GET /api/v1/projects).',
  ],
  [
    'listInvoices',
    { projectId: 'x' },
    'projectId',
    'projectId is not a known field. Did you mean project_id?',
  ],
  ['getWorkspace', { id: 'x' }, 'id', 'id is not a known field. There are no fields here.'],
  [
    'createClient',
    { name: 'A', emial: 'a@b.example', compny: 'B' },
    'emial',
    'emial is not a known field. Did you mean email? compny is not a known field. Did you mean company?',
  ],
  [
    'logTime',
    { id: 'x', hours: 3.5 },
    'hours',
    'hours is not a known field. Did you mean minutes? minutes is required.',
  ],
  [
    'createProject',
    { clientId: 'x', name: 'A', hourly_rate: 95, budget_hours: 60 },
    'hourly_rate',
    'hourly_rate is not a known field. Did you mean hourlyRateCents? budget_hours is not a known field. Did you mean budgetMinutes?',
  ],
  [
    'draftInvoice',
    { client: 'x', projectId: 'x', amountCents: 1, due_in_days: 30, vat: 20 },
    'client',
    'client is not a known field. due_in_days is not a known field. Did you mean dueDate? vat is not a known field. The fields are projectId, kind, amountCents, lineItems, currency, dueDate, notes, taxRateBps, taxInclusive, discountCents, poNumber, supplyDate.',
  ],
  [
    'draftInvoice',
    { projectId: 'x', amountCents: 1, status: 'SENT', paidAt: '2027-01-31' },
    'status',
    'status is not a known field. paidAt is not a known field. A draft is always DRAFT: a person sends it, and records payments, in the console.',
  ],
  [
    'draftInvoice',
    { projectId: 'x', lineItems: [{ ...line, unitPriceCents: -1 }], discountCents: 0 },
    'lineItems.0.unitPriceCents',
    'lineItems.0.unitPriceCents must be at least 0.',
  ],
  [
    'draftInvoice',
    { projectId: 'x', amountCents: 1, lineItems: null, dueDate: null },
    'lineItems',
    'lineItems must be a list. dueDate must be a date that exists, as YYYY-MM-DD. Leave out what has no value, instead of sending null.',
  ],
  [
    'draftScope',
    { id: 'x', deliverables: null, priceCents: 'much' },
    'deliverables',
    "deliverables must be a list. priceCents must be a whole number of the currency's minor unit: 1250 is 12.50 USD, and 1,250 JPY.",
  ],
  ['listInvoices', { status: 'OVERDUE' }, 'status', 'status has no value for that: set overdue to true.'],
  ['listInvoices', { status: 'late' }, 'status', 'status must be one of DRAFT, SENT, PAID, VOID.'],
  [
    'listProjects',
    { search: 'Website' },
    'search',
    'search is not a known field. Projects cannot be searched by name or client: leave it out, and read every page.',
  ],
  [
    'draftScope',
    { id: 'x', deliverables: ['A'], constructor: 1 },
    'constructor',
    'constructor is not a known field. The fields are id, deliverables, revisionRounds, timeline, priceCents, currency.',
  ],
] as const) {
  test(`an error names everything that is wrong: ${words}`, t => {
    const failure = t.throws<Failure>(() => check(inputOf(name), input));
    t.deepEqual([failure.message, failure.field], [words, field]);
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
