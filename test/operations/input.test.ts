import test from 'ava';
import { check } from '../../src/admission/check.ts';
import { Failure } from '../../src/errors/failure.ts';
import { queryReader } from '../../src/http/query.ts';
import { catalogue } from '../../src/operations/catalogue.ts';
import type { WriteOperation } from '../../src/operations/define.ts';
import { refusalOf } from '../support/refusal.ts';
import { sharedWorld } from '../support/world.ts';

// What no operation takes: its schema, and for what is computed of an invoice the functions behind it. The other functions are
// compared with the schemas of their operations in test/actions/refusals.test.ts.

const w = sharedWorld(test, 'api');

const long = (length: number) => 'x'.repeat(length);

type Refusal = [parameter: string, value: unknown, says: string];

const missing = (parameter: string, field: string): Refusal => [parameter, null, `${field} is required.`];

const line = { description: 'Design', quantityHundredths: 100, unitPriceCents: 500, taxRateBps: null };
const lines = (...changed: object[]) => JSON.stringify(changed.map(change => ({ ...line, ...change })));

/** The content of an invoice or estimate, drafted or edited, as its function takes it. */
const content = {
  p_currency: null,
  p_line_items: lines({}),
  p_subtotal_cents: 500,
  p_discount_cents: 0,
  p_tax_rate_bps: 0,
  p_tax_inclusive: false,
  p_tax_cents: 0,
  p_due_date: null,
  p_supply_date: null,
  p_po_number: null,
  p_notes: null,
};

const linesRule =
  'must be at most 50 objects, each with a description of 1 to 500 characters, quantityHundredths (0 to 1000000), unitPriceCents (0 to 100000000) and taxRateBps (0 to 10000, or null), in plain digits';

/** Lines that no invoice has, and the field that the operation names. */
const wrongLines: [given: string, field: string | undefined][] = [
  ['{}', 'lineItems'],
  [lines(...Array(51).fill({})), 'lineItems'],
  ['[1]', 'lineItems.0'],
  [lines({}, { colour: 1 }), 'lineItems.1.colour'],
  [lines({ description: undefined }), 'lineItems.0.description'],
  [lines({ description: 1 }), 'lineItems.0.description'],
  [lines({ description: '' }), 'lineItems.0.description'],
  [lines({ description: long(501) }), 'lineItems.0.description'],
  [lines({ quantityHundredths: 1_000_001 }), 'lineItems.0.quantityHundredths'],
  [lines({ unitPriceCents: -1 }), 'lineItems.0.unitPriceCents'],
  [lines({ unitPriceCents: 1.5 }), 'lineItems.0.unitPriceCents'],
  [lines({ unitPriceCents: '5' }), 'lineItems.0.unitPriceCents'],
  [lines({ taxRateBps: 10_001 }), 'lineItems.0.taxRateBps'],
  // Of a field that is named twice, JSON takes the last; one that is left out has a default.
  [lines({}).replace('{', '{"description":"A",'), undefined],
  [lines({ quantityHundredths: undefined }), undefined],
  [lines({ taxRateBps: undefined }), undefined],
];

/** What it refuses of a parameter: the value, and what it says. */
const refusals: Refusal[] = [
  ['p_currency', 'usd', 'currency must be three uppercase letters (ISO 4217), like USD.'],
  missing('p_line_items', 'lineItems'),
  ...wrongLines.map(([given]): Refusal => ['p_line_items', given, `lineItems ${linesRule}.`]),
  ['p_line_items', lines({ description: ' ' }), 'lineItems.0.description must not be blank.'],
  missing('p_subtotal_cents', 'amountCents'),
  ['p_subtotal_cents', -1, 'amountCents must be at least 0.'],
  missing('p_discount_cents', 'discountCents'),
  ['p_discount_cents', 501, 'discountCents must be at most 500.'],
  ['p_discount_cents', -1, 'discountCents must be at least 0.'],
  missing('p_tax_rate_bps', 'taxRateBps'),
  ['p_tax_rate_bps', -1, 'taxRateBps must be at least 0.'],
  ['p_tax_rate_bps', 10_001, 'taxRateBps must be at most 10000.'],
  missing('p_tax_inclusive', 'taxInclusive'),
  missing('p_tax_cents', 'taxCents'),
  ['p_tax_cents', -1, 'taxCents must be at least 0.'],
  ['p_due_date', 'infinity', 'dueDate must be in the years 0001 to 9999.'],
  ['p_supply_date', '10000-01-01', 'supplyDate must be in the years 0001 to 9999.'],
  ['p_po_number', ' ', 'poNumber must not be blank.'],
  ['p_po_number', long(65), 'poNumber must be at most 64 characters long.'],
  ['p_notes', long(5001), 'notes must be at most 5000 characters long.'],
];

/** p_line_items as the API has it: lineItems. */
const camelCase = (name: string) =>
  name.replace(/^p_/, '').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const inputOf = (operation: string) => catalogue.find(({ name }) => name === operation)!.input;
const id = '01890000-0000-7000-8000-000000000000';
/** The first field that an operation rejects of what it is given; undefined: it takes it. */
function rejected(operation: string, given: object | string): string | undefined {
  const input = inputOf(operation);
  try {
    check(input, typeof given === 'string' ? queryReader(input)(given) : given);
    return undefined;
  } catch (error) {
    if (error instanceof Failure && error.code === 'validation') return error.details.field;
    throw error;
  }
}

test('what no invoice may say is rejected, with the field', async t => {
  const studio = await w.workspace();
  const project = await studio.project();
  const invoice = await studio.invoice(project.id);
  const said = (name: string, given: object) => {
    const parameters = Object.keys(given).map((parameter, n) => `${parameter} => $${n + 1}`);
    return w.db
      .query(`select corkboard.${name}(${parameters.join(', ')})`, Object.values(given))
      .then(() => 'taken', refusalOf);
  };
  t.is(await said('check_invoice_content', content), 'taken');
  for (const [parameter, value, says] of refusals)
    t.is(
      await said('check_invoice_content', { ...content, [parameter]: value }),
      `validation: ${says}`,
      `${parameter}: ${JSON.stringify(value)?.slice(0, 60)}`,
    );
  const caller = `(${studio.id},app,Ana)`;
  const draft = { p_caller: caller, p_project: project.id, p_kind: 'invoice' };
  const edit = { p_workspace: studio.id, p_invoice: invoice.id, p_version: null };
  for (const [name, about] of [
    ['draft_invoice', draft],
    ['edit_invoice', edit],
  ] as const) {
    const more = { ...about, ...content };
    t.is(await said(name, more), 'taken');
    t.is(await said(name, { ...more, p_tax_cents: -1 }), 'validation: taxCents must be at least 0.', name);
  }
  const other = await said('draft_invoice', { ...draft, ...content, p_kind: 'bill' });
  t.is(other, 'validation: kind must be one of invoice, estimate.');
});

test('draftInvoice rejects the same, or puts it right', t => {
  const body: Record<string, unknown> = { projectId: id, amountCents: 500 };
  t.is(rejected('draftInvoice', body), undefined);
  for (const [parameter, value, says] of refusals) {
    // What is computed of an invoice is no field of the operation.
    if (parameter === 'p_tax_cents' || says.endsWith(` ${linesRule}.`)) continue;
    const field = parameter === 'p_subtotal_cents' ? 'amountCents' : camelCase(parameter);
    const isJson = field === 'lineItems' && typeof value === 'string';
    const { amountCents: _, ...others } = body;
    const given = {
      ...(field === 'lineItems' && value !== null ? others : body),
      [field]: isJson ? JSON.parse(value) : (value ?? undefined),
    };
    const about = rejected('draftInvoice', given);
    if (about !== undefined) t.true(says.startsWith(`${about} `), `${about}: ${says}`);
    else
      t.notDeepEqual((check(inputOf('draftInvoice'), given) as Record<string, unknown>)[field], value, says);
  }
  for (const [given, field] of wrongLines)
    t.is(rejected('draftInvoice', { projectId: id, lineItems: JSON.parse(given) }), field, given);
});

const answers = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`Question ${n}?`, 'Yes']));
const item = { description: 'Design', unitPriceCents: 100 };
const withoutAmount = { amountCents: undefined };

/**
 * What only the API can be given, besides values of another type (test/admission/everyOperation.test.ts): the field that it
 * names, and what differs from a body that it takes.
 */
const malformed: Record<string, [field: string, given: object][]> = {
  createClient: [
    ['email', { email: `${'x'.repeat(20)}@${`${'a'.repeat(60)}.`.repeat(4)}example` }],
    ...['a\0b', '\ud800', 'a\udc00b'].map(name => ['name', { name }] as [string, object]),
  ],
  createProject: [
    ...[0.5, '95'].map(hourlyRateCents => ['hourlyRateCents', { hourlyRateCents }] as [string, object]),
    ['intake', { intake: answers(41) }],
    ['intake.Who?', { intake: { 'Who? ': 'A', 'When?': 'B', ' Who?': ' ' } }],
    [`intake.${'q'.repeat(201)}`, { intake: { ['q'.repeat(201)]: 'a' } }],
    ['intake.a\0', { intake: { 'a\0': 'a' } }],
    // JavaScript would swallow this question.
    ['intake.__proto__', { intake: JSON.parse('{"__proto__": "a"}') }],
  ],
  draftScope: [
    ['deliverables', { deliverables: ['', ' '] }],
    ['deliverables', { deliverables: Array(20_000).fill(1) }],
    ['deliverables.3', { deliverables: ['a', 'b', 'c', 4] }],
    ['priceCents', { priceCents: null }],
  ],
  logTime: [
    ...[0.5, '60', 1e308].map(minutes => ['minutes', { minutes }] as [string, object]),
    ...['2026-02-30', '2026-02-29', '0000-01-01', '2026-01-01T00:00:00Z', 'today'].map(
      date => ['date', { date }] as [string, object],
    ),
    ['billable', { billable: 1 }],
  ],
  draftInvoice: [
    ['amountCents', withoutAmount],
    ['lineItems', { lineItems: [item] }],
    ['lineItems', { ...withoutAmount, lineItems: [] }],
    ['status', { status: 'PAID', amountCents: -1 }],
    ...[10.5, '10', 100_000_001].map(amountCents => ['amountCents', { amountCents }] as [string, object]),
    ['discountCents', { ...withoutAmount, lineItems: [item], discountCents: 101 }],
    ['dueDate', { dueDate: '2026-13-01' }],
    ['supplyDate', { supplyDate: '2026-01-01T10:00' }],
  ],
};

for (const [name, rows] of Object.entries(malformed)) {
  test(`${name} rejects what doesn't exist or is out of bounds, and names the field`, t => {
    const { path, example } = catalogue.find(operation => operation.name === name) as WriteOperation;
    const good = { ...(path.includes(':id') && { id }), ...example };
    for (const [field, given] of rows)
      t.is(rejected(name, { ...good, ...given }), field, JSON.stringify(given).slice(0, 80));
  });
}

/** Parameters that no list takes. */
const queries: Record<string, string[]> = {
  listClients: [
    ...['', '0', '-1', '1.5', '1e3', 'abc', '%2B1', '٣', '1&page=1'].map(page => `page=${page}`),
    ...['per_page=0', 'per_page=x', 'per_page=%20', 'per_page=5&per_page=6'],
    ...['search=', 'search=%20', 'search=a&search=b', `search=${'x'.repeat(501)}`, 'search=%00'],
  ],
  listProjects: [
    ...['status=done', 'status=ACTIVE', 'stage=won', 'include_archived=1', 'include_archived=', 'page=0'],
    'status=active&status=paused',
  ],
  listInvoices: [
    ...['status=sent', 'status=OVERDUE', 'kind=Invoice', 'overdue=yes', 'overdue=', 'project_id='],
    ...['kind=invoice&kind=estimate', 'per_page=none'],
  ],
};

for (const [operation, rejects] of Object.entries(queries)) {
  test(`${operation} rejects parameters that it can't mean, and names the field`, t => {
    for (const query of rejects) t.is(rejected(operation, query), query.split('=')[0], query);
  });
}

test('invalid input is reported before a missing record, and a flat amount has bounds', async t => {
  const studio = await w.workspace();
  const none = '00000000-0000-7000-8000-000000000000';
  const caller = `($1::uuid, 'app', 'ana@studio.example')::corkboard.caller`;
  const flat = (cents: number) =>
    w.db.query(
      `select corkboard.draft_invoice(${caller}, '${none}', 'invoice', null, '[]', ${cents}, 0, 0, false, 0, null, null, null, null)`,
      [studio.id],
    );
  await t.throwsAsync(flat(100_000_001), { message: 'amountCents must be at most 100000000.' });
  await t.throwsAsync(flat(100_000_000), { message: /^No project/ });
});
