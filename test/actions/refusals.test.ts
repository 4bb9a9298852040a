import test, { type ExecutionContext } from 'ava';
import type pg from 'pg';
import type { z } from 'zod';
import { actions } from '../../src/actions/catalogue.ts';
import { metaOf } from '../../src/actions/define.ts';
import { validate } from '../../src/admission/check.ts';
import { readConfig } from '../../src/config.ts';
import { sql } from '../../src/database/sql.ts';
import { queryConfig } from '../../src/database/statement.ts';
import { jsonSchema } from '../../src/http/schema.ts';
import { catalogue } from '../../src/operations/catalogue.ts';
import type { WriteOperation } from '../../src/operations/define.ts';
import { act, furnished, type Ids } from '../support/actor.ts';
import { refusalOf } from '../support/refusal.ts';
import { sharedWorld } from '../support/world.ts';

// What an action or a write of the API says no to before the database is asked, the function behind it says no to as well: it
// has other callers. And it takes what they take: else they would answer with its words, or a command with another exit status.
const w = sharedWorld(test, 'api');

/** Texts that some field or other does not take, or one field alone takes. */
const texts = [
  ...['', ' ', '\t\n', '\u00a0', '\u3000', '\u2028', '\ufeff', ' \ufeff\u2003'],
  ...['a\nb', 'a\u0085b', 'a\u202eb', 'a\u2029b', 'x'.repeat(121), 'x'.repeat(20_001)],
  ...[3, 4].map(lines => Array(lines).fill('a').join('\n')),
  ...[10, 11].map(lines => Array(lines).fill('a').join('\u2028')),
  ...['usd', 'EURO', 'D3', 'de', 'DEU', 'nonsense', '-'],
  ...['ana', 'ana@studio', 'a b@studio.example', `${'a'.repeat(250)}@studio.example`],
  ...['german', 'en_GB', 'de-de', 'EN-GB'],
  ...['Berlin', 'CEST', '+02:00', 'Nowhere/Land', 'Nowhere/Land+5', 'Etc/GMT+13', 'Etc/GMT-15', 'Etc/GMT5'],
  ...['posix/Europe/Berlin', 'Posix/Europe/Berlin', 'Japan', 'Right/Europe/Berlin', 'Europe/Berlin2', '<A>5'],
  ...['{foo}', '{client} {link}', '{due}', '{Due}', '{ due }', '{}'],
  ...['https://pay.example.com/{number}{amount}{currency}{reference}', 'https://pay.example.com/{name}'],
  ...['https://', 'https://a b.example', 'https://hooks.example.com:65536/', 'https://999.1.1.1/'],
];
/** Times that PostgreSQL can hold. What it cannot read as a time at all, it refuses by itself. */
const times = ['10000-01-01', '10000-01-01T00:00:00Z'];
const numbers = [-2_147_483_648, -1, 21, 10_001, 600_001, 100_000_001, 2_147_483_647];
const repeated = (count: number) => Array.from({ length: count }, (_, i) => [`Question ${i}`, 'Answer']);
const answers = [
  ...[
    { '': 'A' },
    { '\ufeff': 'A' },
    { ['x'.repeat(201)]: 'A' },
    { Q: 'x'.repeat(5001) },
    { Q: 1 },
    { Q: null },
  ],
  ...[
    { Q: 'A', ' Q': 'B' },
    { Q: 'A', '\tQ': 'B' },
    { Q: 'A', 'Q\ufeff': 'B' },
    { Q: 'A', '\u00a0Q ': 'B' },
  ],
  Object.fromEntries(repeated(41)),
];
/** What a field of any other type doesn't take in JSON. */
const ofOtherTypes: unknown[] = [true, 1.5, 'nonsense', ['nonsense'], { Q: 1 }];
const samples: unknown[] = [
  ...[...ofOtherTypes, ...texts, ...times, ...numbers, ...answers],
  ...texts.map(text => [text]),
  ...[['read', 'nonsense'], ['ping'], null],
];

/** Values at the bounds of a field and beyond them. Lengths count in code points: an emoji is one. */
function boundary(schema: z.ZodType): unknown[] {
  const { minimum, maximum, maxLength } = jsonSchema(schema, 'input') as Record<string, number | undefined>;
  return [
    ...(minimum === undefined ? [] : [minimum, minimum - 1]),
    ...(maximum === undefined ? [] : [maximum, maximum + 1]),
    ...(maxLength === undefined ? [] : ['😀'.repeat(maxLength), '😀'.repeat(maxLength + 1)]),
  ];
}

/** What a field may take: of these the first that it does. */
const goods = [
  ...[undefined, 'https://hooks.example.com/', 'ana@studio.example', 'USD', 'A', 1],
  ...[['client.created'], { Q: 'A' }, 'active', true, 'invoice', 'en'],
];

/** The type of what a field takes, whether it may be missing or is changed on the way. */
function typeOf(schema: z.ZodType): string {
  const {
    innerType,
    in: from,
    format = '',
  } = schema.def as unknown as Record<'innerType' | 'in', z.ZodType> & {
    format?: string;
  };
  const inner = innerType ?? from;
  if (inner) return typeOf(inner);
  return ['date', 'datetime'].includes(format) ? 'time' : schema.type;
}

/** Whether SQL can be given this for a field at all. */
function fits(schema: z.ZodType, sample: unknown, isInJson: boolean): boolean {
  // In JSON null clears a field, and where it may be left out, it is.
  if (sample === null) return !isInJson && typeOf(schema) !== 'array' && !schema.safeParse(undefined).success;
  switch (typeOf(schema)) {
    case 'number':
      return Number.isInteger(sample) || (isInJson && ofOtherTypes.includes(sample));
    case 'time':
      return times.includes(sample as string);
    case 'boolean':
      return isInJson && ofOtherTypes.includes(sample);
    case 'array':
      return Array.isArray(sample);
    case 'record':
      return typeof sample === 'object' && !Array.isArray(sample);
    default:
      return typeof sample === 'string';
  }
}

/** What a function may say in other words than the schema: that of nothing, a fraction, a time, an address, a stranger. */
const ownWords =
  /(is required|must be a whole number|must be in the years 0001 to 9999|must not be blank|must not contain spaces, control characters or backslashes|must be the address of a member of this workspace)\.$/;

/** What a function refuses for the records or other fields that there are, which the schema of a field doesn't know. */
const forOthers =
  /(because numbers are not given twice and never go back|is required if a tax rate is given)\.$/;

/** Of a code only a hash goes to the function; an invoice's amounts are computed before the call (test/operations/input.test.ts, test/actions/invoiceTime.test.ts and invoiceAgreed.test.ts), a logo's type is found (test/documents/logo.test.ts), cells of a week and hours are read (test/console/time.test.ts), and an invoice to transfer to is found (test/actions/credits.test.ts). */
const withoutFields = [
  'member.confirm-email',
  'invoice.edit',
  'project.invoice-time',
  'project.invoice-agreed',
  'workspace.set-logo',
  'scope.duplicate',
  'time.save-week',
  'member.set-weekly-hours',
  'invoice.transfer-balance',
];
const asking = actions.filter(
  ({ name, input }) => Object.keys(input.shape).length > 0 && !withoutFields.includes(name),
);

let shared: Awaited<ReturnType<typeof furnished>>;

test.serial.before(async () => {
  shared = await furnished(w);
  const { workspace, owner, project } = shared.ids;
  const timer = 'insert into corkboard.timers (workspace_id, member_id, project_id) values ($1, $2, $3)';
  await w.sql(timer, workspace, owner, project);
});

type Input = Record<string, unknown>;

/** After so many samples that a field takes, or that are none of its names, further ones show nothing new. */
const maxAlike = 12;

/**
 * Tries samples of each field on a function, in a transaction. `call` gives it an input. `isNamed`: it names the field as the
 * schema does.
 */
async function compare(
  t: ExecutionContext,
  fields: [name: string, z.ZodType][],
  call: (db: pg.PoolClient, input: Input) => Promise<unknown>,
  { isInJson = false, isNamed = false, more = [] as unknown[] } = {},
): Promise<void> {
  const db = await w.db.connect();
  t.teardown(() => db.release());
  await db.query('begin');
  await db.query('select corkboard.enter_workspace($1)', [shared.ids.workspace]);
  await db.query('savepoint call');
  /** Calls the function; returns what it refuses by. */
  const refusal = async (input: Input): Promise<string> => {
    const said = await call(db, input).then(() => 'nothing', refusalOf);
    await db.query('rollback to call');
    return said;
  };
  const good = Object.fromEntries(
    fields.map(([name, schema]) => [
      name,
      goods.map(sample => schema.safeParse(sample)).find(({ success }) => success)!.data,
    ]),
  );
  t.notRegex(await refusal(good), /^validation/);
  for (const [name, schema] of fields) {
    const tried = [...samples, ...boundary(schema), ...more].filter(sample => fits(schema, sample, isInJson));
    t.true(tried.length > 0 || typeOf(schema) === 'boolean', name);
    let alike = 0;
    for (const sample of tried) {
      const about = `${name}: ${JSON.stringify(sample).slice(0, 80)}`;
      const { value, issues } = validate(schema, sample);
      if ((issues === undefined || typeOf(schema) === 'enum') && alike++ >= maxAlike) continue;
      const said = await refusal({ ...good, [name]: issues ? sample : value });
      if (issues === undefined) {
        if (!forOthers.test(said)) t.notRegex(said, /^validation/, about);
        continue;
      }
      t.regex(said, isNamed ? new RegExp(`^validation: ${name}\\b`) : /^(validation|not_found): /, about);
      if (said.startsWith('validation') && !issues.some(({ rule }) => said.endsWith(` ${rule}.`)))
        t.regex(said, ownWords, about);
    }
  }
  await db.query('rollback');
}

for (const action of asking) {
  test.serial(`${action.name}: its function rejects what its input schema rejects`, async t => {
    // Some are about the person who asks, whose address is not among the samples.
    const ids: Ids = { ...shared.ids, member: shared.ids.owner! };
    // What only `prepare` or `repeat` would give.
    const named = [...action.sqlCall.matchAll(/[^:]:(\w+)/g)].map(([, name]) => name!);
    const given = named.filter(name => !(name in action.input.shape) && name !== 'changes');
    const more = Object.fromEntries(given.map(name => [name, name === 'id' ? ids.workspace : null]));
    const fields = Object.entries<z.ZodType>(action.input.shape).filter(
      ([, schema]) => !metaOf(schema).hidden,
    );
    await compare(t, fields, (db, input) => act(db, action.name, ids, input, more), {
      isInJson: action.changes !== undefined,
      more: [[], ['A', ' A'], Array.from({ length: 41 }, (_, at) => `Question ${at}?`)],
    });
  });
}

/** An invoice's amounts are computed before the call (test/operations/input.test.ts). */
const writes = catalogue.filter(
  ({ name, method }) => method === 'POST' && name !== 'draftInvoice',
) as WriteOperation[];

for (const { name, input, sqlCall } of writes) {
  test.serial(`${name}: its function rejects what its input schema rejects`, async t => {
    const { workspace, client, project } = shared.ids;
    const caller = { workspaceId: workspace!, label: 'Key', taxRateBps: 0, pricesIncludeTax: false };
    const ids = { id: project, clientId: client };
    const fields = Object.entries<z.ZodType>(input.shape).filter(([field]) => !(field in ids));
    const call = (db: pg.PoolClient, given: Input) => {
      const called = sqlCall({ ...given, ...ids }, caller, readConfig({}));
      const begun = sql.fragment`select (${workspace!}::uuid, 'app', 'Ana')::corkboard.caller as caller`;
      return db.query(
        queryConfig(sql.unsafe`select row_to_json(a) from (${begun}) begun, lateral (${called}) a`),
      );
    };
    await compare(t, fields, call, { isNamed: true, more: [[], ['A', ' '], Array(51).fill('A')] });
  });
}
