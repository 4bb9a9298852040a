import test from 'ava';
import { check } from '../../src/admission/check.ts';
import { Failure } from '../../src/errors/failure.ts';
import { queryReader } from '../../src/http/query.ts';
import { catalogue } from '../../src/operations/catalogue.ts';
import { sharedWorld } from '../support/world.ts';

// What no operation takes: the functions behind the API's writes reject the same input as the API when they are called by SQL.

const w = sharedWorld(test, 'api');

const caller = `($1::uuid, 'app', 'ana@studio.example')::corkboard.caller`;
const long = (length: number) => 'x'.repeat(length);

interface Fn {
  /** Its parameters after the caller and the project or client, with values that it takes. */
  takes: Record<string, unknown>;
  /** Whether its first parameter after the caller is the id of a client or project. */
  of?: 'client' | 'project' | 'workspace and invoice';
  /** What it refuses of a parameter: the value, and what it says. */
  refuses: [parameter: string, value: unknown, says: string][];
}

const blank = (parameter: string, field: string): Fn['refuses'] =>
  ['', ' \t\n', '\u00a0', '\ufeff', '\u200b\u3164'].map(value => [
    parameter,
    value,
    `${field} must not be blank.`,
  ]);
const missing = (parameter: string, field: string): Fn['refuses'][number] => [
  parameter,
  null,
  `${field} is required.`,
];
/** Lengths count in code points: an emoji is one. */
const longer = (parameter: string, field: string, most: number): Fn['refuses'] => [
  [parameter, long(most + 1), `${field} must be at most ${most} characters long.`],
  [parameter, '😀'.repeat(most + 1), `${field} must be at most ${most} characters long.`],
];
const beyond = (parameter: string, field: string, least: number, most: number): Fn['refuses'] => [
  [parameter, least - 1, `${field} must be at least ${least}.`],
  [parameter, most + 1, `${field} must be at most ${most}.`],
];
const currencies: Fn['refuses'] = ['usd', 'EURO', '', '€'].map(value => [
  'p_currency',
  value,
  'currency must be three uppercase letters (ISO 4217), like USD.',
]);

const line = { description: 'Design', quantityHundredths: 100, unitPriceCents: 500, taxRateBps: null };
const lines = (...changed: object[]) => JSON.stringify(changed.map(change => ({ ...line, ...change })));

/** What an invoice or estimate says, drafted or edited. */
const content: Pick<Fn, 'takes' | 'refuses'> = {
  takes: {
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
  },
  refuses: [
    ...currencies,
    missing('p_line_items', 'lineItems'),
    ['p_line_items', '{}', 'lineItems must be an array.'],
    ['p_line_items', lines(...Array(51).fill({})), 'lineItems must have at most 50 lines.'],
    ['p_line_items', '[1]', 'lineItems.0 must be an object.'],
    ['p_line_items', lines({}, { colour: 1 }), 'lineItems.1.colour is not a known field.'],
    ['p_line_items', lines({ description: undefined }), 'lineItems.0.description is required.'],
    ['p_line_items', lines({ description: 1 }), 'lineItems.0.description must be text.'],
    ['p_line_items', lines({ description: ' ' }), 'lineItems.0.description must not be blank.'],
    ['p_line_items', lines({ description: '' }), 'lineItems.0.description must not be blank.'],
    [
      'p_line_items',
      lines({ description: long(501) }),
      'lineItems.0.description must be at most 500 characters long.',
    ],
    ['p_line_items', lines({ quantityHundredths: null }), 'lineItems.0.quantityHundredths is required.'],
    [
      'p_line_items',
      lines({ quantityHundredths: 1_000_001 }),
      'lineItems.0.quantityHundredths must be at most 1000000.',
    ],
    ['p_line_items', lines({ unitPriceCents: -1 }), 'lineItems.0.unitPriceCents must be at least 0.'],
    ['p_line_items', lines({ unitPriceCents: 1.5 }), 'lineItems.0.unitPriceCents must be a whole number.'],
    ['p_line_items', lines({ unitPriceCents: '5' }), 'lineItems.0.unitPriceCents must be a whole number.'],
    ['p_line_items', lines({ taxRateBps: 10_001 }), 'lineItems.0.taxRateBps must be at most 10000.'],
    ['p_line_items', lines({ taxRateBps: undefined }), 'lineItems.0.taxRateBps is required.'],
    [
      'p_line_items',
      lines({}).replace('{', '{"description":"A",'),
      'lineItems must name each field of a line once, and write numbers in plain digits.',
    ],
    missing('p_subtotal_cents', 'amountCents'),
    ['p_subtotal_cents', -1, 'amountCents must be at least 0.'],
    missing('p_discount_cents', 'discountCents'),
    ['p_discount_cents', 501, 'discountCents must be at most 500.'],
    ['p_discount_cents', -1, 'discountCents must be at least 0.'],
    missing('p_tax_rate_bps', 'taxRateBps'),
    ...beyond('p_tax_rate_bps', 'taxRateBps', 0, 10_000),
    missing('p_tax_inclusive', 'taxInclusive'),
    missing('p_tax_cents', 'taxCents'),
    ['p_tax_cents', -1, 'taxCents must be at least 0.'],
    ['p_due_date', 'infinity', 'dueDate must be in the years 0001 to 9999.'],
    ['p_supply_date', '10000-01-01', 'supplyDate must be in the years 0001 to 9999.'],
    ...blank('p_po_number', 'poNumber'),
    ...longer('p_po_number', 'poNumber', 64),
    ...longer('p_notes', 'notes', 5000),
  ],
};

const functions: Record<string, Fn> = {
  create_client: {
    takes: { p_name: 'Ada', p_email: null, p_company: null, p_notes: null },
    refuses: [
      missing('p_name', 'name'),
      ...blank('p_name', 'name'),
      ...longer('p_name', 'name', 500),
      ...['ana', 'ana@studio', 'a b@studio.example', 'a@b@c.example'].map(
        value => ['p_email', value, 'email must be an email address.'] as [string, string, string],
      ),
      ['p_email', `${long(250)}@a.example`, 'email must be at most 254 characters long.'],
      ...blank('p_company', 'company'),
      ...longer('p_company', 'company', 500),
      ...longer('p_notes', 'notes', 5000),
    ],
  },
  create_project: {
    of: 'client',
    takes: {
      p_name: 'Menu',
      p_stage: 'active',
      p_notes: null,
      p_hourly_rate_cents: null,
      p_budget_minutes: null,
      p_intake: null,
    },
    refuses: [
      missing('p_name', 'name'),
      ...blank('p_name', 'name'),
      ...longer('p_name', 'name', 500),
      missing('p_stage', 'stage'),
      ['p_stage', 'won', 'stage must be one of lead, scoping, active, delivered, paid, completed.'],
      ...longer('p_notes', 'notes', 5000),
      ...beyond('p_hourly_rate_cents', 'hourlyRateCents', 0, 100_000_000),
      ...beyond('p_budget_minutes', 'budgetMinutes', 0, 600_000),
      ['p_intake', '["A"]', 'intake must be an object.'],
      ['p_intake', '{"Who?": 1}', 'intake.Who? must be text.'],
      ['p_intake', `{"Who?": "${long(5001)}"}`, 'intake.Who? must be at most 5000 characters long.'],
      ['p_intake', '{" ": "A"}', 'intake.  must not be blank.'],
      ['p_intake', '{"Q": "A", " Q": "B"}', 'intake.Q must be asked once.'],
      [
        'p_intake',
        JSON.stringify(Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`Q${n}`, 'A']))),
        'intake must have at most 40 answers.',
      ],
    ],
  },
  draft_scope: {
    of: 'project',
    takes: {
      p_deliverables: ['Logo'],
      p_revision_rounds: null,
      p_timeline: null,
      p_price_cents: null,
      p_currency: null,
    },
    refuses: [
      missing('p_deliverables', 'deliverables'),
      ['p_deliverables', [], 'deliverables must have 1 to 50 lines that are not blank.'],
      ['p_deliverables', Array(51).fill('A'), 'deliverables must have 1 to 50 lines that are not blank.'],
      ['p_deliverables', ['A', ' '], 'deliverables.1 must not be blank.'],
      ['p_deliverables', ['A', null], 'deliverables.1 is required.'],
      ['p_deliverables', [long(501)], 'deliverables.0 must be at most 500 characters long.'],
      ...beyond('p_revision_rounds', 'revisionRounds', 0, 20),
      ...longer('p_timeline', 'timeline', 500),
      ...beyond('p_price_cents', 'priceCents', 0, 100_000_000),
      ...currencies,
    ],
  },
  log_revision: {
    of: 'project',
    takes: { p_description: 'Calmer' },
    refuses: [
      missing('p_description', 'description'),
      ...blank('p_description', 'description'),
      ...longer('p_description', 'description', 5000),
    ],
  },
  log_time: {
    of: 'project',
    takes: { p_minutes: 5, p_date: null, p_description: null, p_billable: true },
    refuses: [
      missing('p_minutes', 'minutes'),
      ...beyond('p_minutes', 'minutes', 1, 960),
      ...['infinity', '-infinity', '0001-01-01 BC', '10000-01-01'].map(
        value => ['p_date', value, 'date must be in the years 0001 to 9999.'] as [string, string, string],
      ),
      ...blank('p_description', 'description'),
      ...longer('p_description', 'description', 5000),
      missing('p_billable', 'billable'),
    ],
  },
  add_note: {
    of: 'project',
    takes: { p_body: 'Hello' },
    refuses: [missing('p_body', 'body'), ...blank('p_body', 'body'), ...longer('p_body', 'body', 5000)],
  },
  draft_invoice: {
    of: 'project',
    takes: { p_kind: 'invoice', ...content.takes },
    refuses: [
      missing('p_kind', 'kind'),
      ['p_kind', 'bill', 'kind must be one of invoice, estimate.'],
      ...content.refuses,
    ],
  },
  edit_invoice: {
    of: 'workspace and invoice',
    takes: { p_version: null, ...content.takes },
    refuses: content.refuses,
  },
};

/** Names as the API has them: createProject for create_project, hourlyRateCents for p_hourly_rate_cents. */
const camelCase = (name: string) =>
  name.replace(/^p_/, '').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const inputOf = (operation: string) => catalogue.find(({ name }) => name === operation)!.input;
const id = '01890000-0000-7000-8000-000000000000';
/** A body that each write takes. */
const bodies: Record<string, Record<string, unknown>> = {
  createClient: { name: 'Ada' },
  createProject: { clientId: id, name: 'Menu' },
  draftScope: { id, deliverables: ['Logo'] },
  logRevision: { id, description: 'Calmer' },
  logTime: { id, minutes: 5 },
  addNote: { id, body: 'Hello' },
  draftInvoice: { projectId: id, amountCents: 500 },
};

/** The first field that an operation rejects of what it is given; undefined: it takes it. */
function rejected(operation: string, given: object | string): string | undefined {
  const input = inputOf(operation);
  try {
    check(input, typeof given === 'string' ? queryReader(input)(given) : given);
    return undefined;
  } catch (error) {
    if (error instanceof Failure && error.code === 'validation') return error.field;
    throw error;
  }
}

for (const [name, { takes, of, refuses }] of Object.entries(functions)) {
  test(`${name} rejects what no such record may say, and names the field`, async t => {
    const studio = await w.workspace();
    const project = await studio.project();
    const byInvoice = of === 'workspace and invoice';
    const ids = { client: project.clientId, project: project.id };
    const id = byInvoice ? (await studio.invoice(project.id)).id : ids[of as 'client' | 'project'];
    const db = await w.db.connect();
    t.teardown(() => db.release());
    await db.query('begin');
    const call = async (given: Record<string, unknown>) => {
      const names = Object.keys(given);
      const first = of === undefined ? [] : [id];
      const values = names.map((parameter, n) => `${parameter} => $${n + 2 + first.length}`);
      await db.query('savepoint call');
      return db
        .query(
          `select corkboard.${name}(${[byInvoice ? '$1::uuid' : caller, ...first.map(() => '$2::uuid'), ...values].join(', ')})`,
          [studio.id, ...first, ...Object.values(given)],
        )
        .then(
          () => 'taken',
          ({ detail, column, message }) =>
            `${detail}: ${message}${message.startsWith(`${column} `) ? '' : `, about ${column}`}`,
        )
        .finally(() => db.query('rollback to call'));
    };
    t.is(await call(takes), 'taken');
    for (const [parameter, value, says] of refuses) {
      t.is(
        await call({ ...takes, [parameter]: value }),
        `validation: ${says}`,
        `${parameter}: ${JSON.stringify(value)?.slice(0, 60)}`,
      );
    }
    await db.query('rollback');
  });

  const operation = camelCase(name);
  const body = bodies[operation];
  if (body === undefined) continue;
  test(`${operation} rejects the same, or puts it right`, t => {
    t.is(rejected(operation, body), undefined);
    for (const [parameter, value, says] of refuses) {
      // What is computed of an invoice is no field of the operation.
      if (parameter === 'p_tax_cents') continue;
      const field = parameter === 'p_subtotal_cents' ? 'amountCents' : camelCase(parameter);
      const isJson = ['lineItems', 'intake'].includes(field) && typeof value === 'string';
      const { amountCents: _, ...others } = body;
      const given = {
        ...(field === 'lineItems' && value !== null ? others : body),
        [field]: isJson ? JSON.parse(value) : (value ?? undefined),
      };
      const about = rejected(operation, given);
      if (about !== undefined) t.true(says.startsWith(`${about} `), `${about}: ${says}`);
      else t.notDeepEqual((check(inputOf(operation), given) as Record<string, unknown>)[field], value, says);
    }
  });
}

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

for (const [operation, rows] of Object.entries(malformed)) {
  test(`${operation} rejects what doesn't exist or is out of bounds, and names the field`, t => {
    for (const [field, given] of rows)
      t.is(
        rejected(operation, { ...bodies[operation], ...given }),
        field,
        JSON.stringify(given).slice(0, 80),
      );
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
  const call = (sql: string) => w.db.query(`select corkboard.${sql}`, [studio.id]);
  await t.throwsAsync(call(`add_note(${caller}, '${none}', ' ')`), { message: 'body must not be blank.' });
  await t.throwsAsync(call(`add_note(${caller}, '${none}', 'A')`), { message: /^No project/ });
  const flat = (cents: number) =>
    call(
      `draft_invoice(${caller}, '${none}', 'invoice', null, '[]', ${cents}, 0, 0, false, 0, null, null, null, null)`,
    );
  await t.throwsAsync(flat(100_000_001), { message: 'amountCents must be at most 100000000.' });
  await t.throwsAsync(flat(100_000_000), { message: /^No project/ });
});
