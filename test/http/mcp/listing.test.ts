import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import test from 'ava';
import fc from 'fast-check';
import { z } from 'zod';
import { check } from '../../../src/admission/check.ts';
import { inputSchema } from '../../../src/http/mcp/inputSchema.ts';
import { listing, toolName } from '../../../src/http/mcp/tools.ts';
import { jsonSchema } from '../../../src/http/schema.ts';
import { catalogue } from '../../../src/operations/catalogue.ts';
import { listed, listedFile } from '../../support/listed.ts';
import { eras, metaKeys, rpc } from '../../support/tools.ts';
import { sharedWorld } from '../../support/world.ts';

// What an assistant sees about the tools before it calls one.
const w = sharedWorld(test, 'api');

/** The fewest characters of the list that a token stands for (decisions: Assistant tool server). */
const charactersPerToken = 4;
/** The most tokens that the whole list may cost each connecting assistant. */
const maxTokens = 7_500;
/** The most tokens that one tool may spend on prose. */
const maxProse = 400;

test('the tool list equals the one recorded by npm run tools', async t => {
  t.is(listed(), await readFile(listedFile, 'utf8'));
});

for (const operation of catalogue) {
  const tool = listing(operation);

  test(`${tool.name} is described briefly and whole, in keywords that every model provider accepts`, t => {
    const parts = subschemas(tool.inputSchema);
    const said = [tool.title, tool.description, ...parts.flatMap(({ description = [] }) => description)];
    t.true(said.join(' ').length / charactersPerToken < maxProse);
    for (const text of said) t.true(text!.length <= 1024);
    for (const part of parts) {
      t.deepEqual(
        Object.keys(part).filter(keyword => !keywords.includes(keyword)),
        [],
      );
      t.is(typeof part.type, 'string');
      if (part.type === 'object') t.true('required' in part && 'additionalProperties' in part);
      if (part.pattern) t.notRegex(part.pattern, /\(\?[=!<]|\\[1-9kpPu]/);
    }
  });

  test(`${tool.name} names other tools correctly`, t => {
    for (const { name } of catalogue) t.notRegex(JSON.stringify(tool), new RegExp(`\\b${name}\\b`));
    const names = new Set(catalogue.map(({ name }) => toolName(name)));
    for (const [name] of JSON.stringify(tool).matchAll(/\b(get|list|create|draft|log|add)_[a-z]+\b/g))
      t.true(names.has(name), name);
  });

  test(`${tool.name} has schemas that compile in strict mode, and returns what its output schema describes`, t => {
    t.notThrows(() => strict.compile(tool.inputSchema));
    t.notThrows(() => strict.compile(tool.outputSchema as object));
    t.notRegex(JSON.stringify(tool.outputSchema), /\(\?[=!<]/);
    t.notRegex(JSON.stringify(jsonSchema(operation.input, 'input')), /\(\?[=!<]/);
    const listed = [...fields(tool.outputSchema)].map(([field]) => field);
    const answered = [...fields(jsonSchema(operation.output, 'output'))].map(([field]) => field);
    t.deepEqual(listed, answered);
  });

  test(`${tool.name} accepts everything that the schema of its operation allows`, t => {
    const allowed = ajv.compile(jsonSchema(operation.input, 'input') as object);
    const listed = ajv.compile(tool.inputSchema);
    let taken = 0;
    fc.assert(
      fc.property(argumentsFor(Object.keys(operation.input.shape)), args => {
        if (!allowed(args) || exempt(args)) return;
        check(operation.input, args);
        t.true(listed(withoutNull(args)), JSON.stringify(args));
        taken++;
      }),
      { numRuns: 300 },
    );
    t.true(taken > 15, `${taken}`);
  });
}

test('an input that is one of several schemas can’t be listed', t => {
  const union = (...options: z.ZodType[]) => z.strictObject({ value: z.union(options) });
  t.deepEqual(inputSchema(union(z.string(), z.null())).properties, { value: { type: 'string' } });
  for (const options of [
    [z.string(), z.int()],
    [z.string(), z.int(), z.null()],
  ]) {
    t.throws(() => inputSchema(union(...options)), { message: /union/ });
  }
});

test('the description of a number with a unit has the unit and an example', t => {
  for (const { name, description, inputSchema, outputSchema } of catalogue.map(listing)) {
    for (const [field] of fields([inputSchema, outputSchema])) {
      if (!field.endsWith('Cents')) continue;
      t.regex(description!, /Cents .*minor unit: 1250 is 12\.50 USD or 1,250 JPY/, name);
    }
    for (const [field, { description = '' }] of fields(inputSchema)) {
      if (field.endsWith('Hundredths')) t.regex(description, /250 is 2\.5/, `${name} ${field}`);
      if (field.endsWith('Bps')) t.regex(description, /2000 is 20 %|the invoice's rate/, `${name} ${field}`);
      if (/minutes$/i.test(field)) t.regex(description, /\d+ is .*hour/, `${name} ${field}`);
    }
  }
});

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
addFormats.default(ajv);
const strict = new Ajv2020({ strict: true });
addFormats.default(strict);

/** JSON Schema can't express that a discount is at most the subtotal. */
const exempt = (args: Record<string, unknown>) => args.discountCents !== undefined;

const anyValue = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, 1, -1, 0.5, 1e20),
  fc.constantFrom(...[20, 960, 10_000, 100_000_000].flatMap(most => [most, most + 1])),
  fc.constantFrom('', ' ', 'a', 'USD', 'usd', 'active', 'lead', 'DRAFT', 'invoice', 'estimate', 'paid'),
  fc.constantFrom('2026-02-28', '2026-02-30', '0000-01-01', '0001-01-01', '9999-12-31', '2026-1-1'),
  fc.constantFrom('a@b.example', 'a@b', 'a b@c.example', '"a"@b.example', 'ä@b.example', '.a@b.example'),
  fc.constantFrom('01890000-0000-7000-8000-000000000000', '01890000'),
  fc.constantFrom(...[64, 65, 501, 5000, 5001].map(length => 'x'.repeat(length)), '🙂'.repeat(500)),
  fc.constantFrom<unknown>([], ['a'], [' '], ['a', ''], [1], Array(50).fill('a'), Array(51).fill('a')),
  fc.constantFrom<unknown>({}, { 'Why?': 'a' }, { ' ': 'a' }, { a: 1 }),
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

/** Objects with these fields, mostly with values that some field accepts. */
const argumentsFor = (fields: string[]) =>
  fc
    .dictionary(fc.constantFrom(...fields, ...fields, ...fields, 'colour'), anyValue, { maxKeys: 4 })
    .map(some => {
      // Required fields are nearly always present, or the schema would accept hardly any object.
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

/** The keywords that input schemas may have. */
const keywords =
  'type properties required additionalProperties items enum description default minimum maximum minLength maxLength minItems maxItems pattern'.split(
    ' ',
  );

/** A schema and those inside it. */
const subschemas = (schema: any): any[] => [
  schema,
  ...[
    ...Object.values(schema.properties ?? {}),
    ...[schema.items, schema.additionalProperties].filter(Boolean),
  ].flatMap(subschemas),
];

/** The arguments without properties that are null: tools take these as left out. */
const withoutNull = (args: object) =>
  JSON.parse(JSON.stringify(args, (_, value) => (value === null ? undefined : value)));

const inside = (schema: unknown): any[] =>
  schema !== null && typeof schema === 'object' ? [schema, ...Object.values(schema).flatMap(inside)] : [];

/** Every object property in a schema, with its name. */
const fields = (schema: unknown): [name: string, schema: any][] =>
  inside(schema).flatMap(({ properties = {} }) =>
    Object.entries<any>(properties).filter(
      ([, value]) => typeof value === 'object' && Object.keys(value).length > 0,
    ),
  );

for (const era of eras) {
  test(`every key sees all tools, in the order of the specification (${era})`, async t => {
    const reader = await (await w.workspace()).keyWith();
    const { result } = (await rpc(reader, era, 'tools/list')).body;
    t.deepEqual(result.tools, JSON.parse(JSON.stringify(catalogue.map(listing))));
    const names = result.tools.map((tool: { name: string }) => tool.name).join(' ');
    t.is(
      names,
      'get_workspace list_clients create_client list_projects get_project create_project draft_scope log_revision log_time list_invoices draft_invoice add_note',
    );
    if (era === 'modern') {
      const { resultType, cacheScope, _meta } = result;
      t.deepEqual([resultType, cacheScope], ['complete', 'public']);
      t.is(_meta[metaKeys.serverInfo].name, 'corkboard');
      return;
    }
    t.deepEqual(Object.keys(result), ['tools']);
    const characters = JSON.stringify(result).length;
    const advice = 'shorten descriptions of operations and fields, then run npm run tools';
    t.true(characters / charactersPerToken <= maxTokens, `${characters} characters: ${advice}`);
  });
}
