import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import test from 'ava';
import fc from 'fast-check';
import { check } from '../../../src/admission/check.ts';
import { listing, toolName } from '../../../src/http/mcp/tools.ts';
import { catalogue } from '../../../src/operations/catalogue.ts';
import { eras, metaKeys, rpc } from '../../support/tools.ts';
import { world } from '../../support/world.ts';

// What an assistant sees of the tools before it calls one.
const w = world(test);

/** A token is hardly ever shorter in English, and JSON is counted apart. */
const charactersPerToken = 4;
const mostTokens = 400;

// A change of what assistants see is a change of this file's snapshot: npm test -- --update-snapshots test/http/mcp/listing.test.ts
for (const operation of catalogue) {
  const tool = listing(operation);

  test(`${tool.name} looks as it did`, t => {
    t.snapshot(tool);
  });

  test(`${tool.name} says what it is in fewer than ${mostTokens} tokens`, t => {
    const said = [tool.title, tool.description, ...descriptions(tool.inputSchema)].join(' ');
    t.true(said.length / charactersPerToken < mostTokens);
  });

  test(`${tool.name} describes every object as closed`, t => {
    for (const schema of objects(tool.inputSchema).concat(objects(tool.outputSchema))) {
      t.not(schema.additionalProperties, undefined);
    }
  });

  test(`${tool.name} takes whatever its schema allows`, t => {
    const allowed = ajv.compile(tool.inputSchema);
    let taken = 0;
    fc.assert(
      fc.property(argumentsFor(Object.keys(operation.input.shape)), args => {
        if (!allowed(args) || exempt(args)) return;
        check(operation.input, args);
        taken++;
      }),
      { numRuns: 3000 },
    );
    t.true(taken > 50, `${taken}`);
  });
}

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
addFormats.default(ajv);

/** What no JSON Schema can say: that a discount is at most the subtotal. */
const exempt = (args: Record<string, unknown>) => args.discountCents !== undefined;

const anyValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    1,
    -1,
    0.5,
    20,
    21,
    960,
    961,
    10_000,
    10_001,
    100_000_000,
    100_000_001,
    1e20,
  ),
  fc.constantFrom<unknown>(
    '',
    ' ',
    'a',
    'USD',
    'usd',
    'active',
    'lead',
    'DRAFT',
    'invoice',
    'estimate',
    'paid',
  ),
  fc.constantFrom<unknown>(
    '2026-02-28',
    '2026-02-30',
    '0000-01-01',
    '0001-01-01',
    '9999-12-31',
    '2024-02-29',
    '2026-1-1',
  ),
  fc.constantFrom<unknown>(
    'a@b.example',
    'a@b',
    'a b@c.example',
    '"a"@b.example',
    'ä@b.example',
    '.a@b.example',
  ),
  fc.constantFrom<unknown>('01890000-0000-7000-8000-000000000000', '01890000'),
  fc.constantFrom<unknown>(
    'x'.repeat(64),
    'x'.repeat(65),
    '🙂'.repeat(500),
    'x'.repeat(501),
    'x'.repeat(5000),
    'x'.repeat(5001),
  ),
  fc.constantFrom<unknown>(
    [],
    ['a'],
    [' '],
    ['a', ''],
    [1],
    Array(50).fill('a'),
    Array(51).fill('a'),
    {},
    { 'Why?': 'a' },
    { ' ': 'a' },
    { a: 1 },
  ),
  fc.array(
    fc.record(
      {
        description: fc.constantFrom('a', ' ', 'x'.repeat(501)),
        unitPriceCents: fc.constantFrom(0, 1, -1, 1.5),
        quantityHundredths: fc.constantFrom(0, 250, 1_000_001),
        taxRateBps: fc.constantFrom(null, 2000, 10_001),
      },
      { requiredKeys: ['description', 'unitPriceCents'] },
    ),
    { maxLength: 2 },
  ),
);

/** Objects of the fields, mostly with values that some of them takes. */
const argumentsFor = (fields: string[]) =>
  fc
    .dictionary(fc.constantFrom(...fields, ...fields, ...fields, 'colour'), anyValue, { maxKeys: 4 })
    .map(some => {
      // What is required is nearly always there, or nothing would be allowed.
      const there = Object.entries(usual).filter(([field]) => fields.includes(field));
      const { amountCents, ...rest } = Object.fromEntries(there);
      return { ...rest, ...(amountCents && !some.lineItems ? { amountCents } : {}), ...some };
    });

const usual: Record<string, unknown> = {
  id: '01890000-0000-7000-8000-000000000000',
  clientId: '01890000-0000-7000-8000-000000000000',
  projectId: '01890000-0000-7000-8000-000000000000',
  name: 'a',
  deliverables: ['a'],
  description: 'a',
  minutes: 1,
  body: 'a',
  amountCents: 1,
};

const inside = (schema: unknown): any[] =>
  schema !== null && typeof schema === 'object' ? [schema, ...Object.values(schema).flatMap(inside)] : [];

const objects = (schema: unknown) => inside(schema).filter(part => part.type === 'object');

const descriptions = (schema: unknown) =>
  inside(schema).flatMap(part => (typeof part.description === 'string' ? [part.description] : []));

for (const era of eras) {
  test(`every key sees all tools, in the order of the specification (${era})`, async t => {
    const reader = await (await w.workspace()).keyWith();
    const { body } = await rpc(reader, era, 'tools/list');
    t.deepEqual(body.result.tools, JSON.parse(JSON.stringify(catalogue.map(listing))));
    t.deepEqual(
      body.result.tools.map((tool: { name: string }) => tool.name),
      [
        'get_workspace',
        'list_clients',
        'create_client',
        'list_projects',
        'get_project',
        'create_project',
        'draft_scope',
        'log_revision',
        'log_time',
        'list_invoices',
        'draft_invoice',
        'add_note',
      ],
    );
    const { resultType, ttlMs, cacheScope, _meta } = body.result;
    if (era === 'legacy')
      t.deepEqual([resultType, ttlMs, cacheScope, _meta], [undefined, undefined, undefined, undefined]);
    else
      t.like([resultType, cacheScope, _meta[metaKeys.serverInfo].name], ['complete', 'public', 'corkboard']);
  });
}

test('a tool is named as its operation, word by word', t => {
  t.is(toolName('draftInvoice'), 'draft_invoice');
});
