import test from 'ava';
import type { z } from 'zod';
import { actions } from '../../src/actions/catalogue.ts';
import { metaOf } from '../../src/actions/define.ts';
import { act, furnished, type Ids } from '../support/actor.ts';
import { sharedWorld } from '../support/world.ts';

// What an action says no to before the database is asked, the function behind it says no to as well: it has other callers.
const w = sharedWorld(test, 'api');

/** Texts that some field or other does not take, or one field alone takes. */
const texts = [
  ...['', ' ', '\t\n', '\u00a0', '\u3000', '\u2028', '\ufeff', ' \ufeff\u2003'],
  ...['a\nb', 'a\u202eb', 'a\u2029b', 'x'.repeat(121)],
  ...[201, 501, 1001, 2001, 5001, 20_001].map(count => 'x'.repeat(count)),
  ...['usd', 'EURO', 'D3', 'de', 'DEU', 'nonsense', '-'],
  ...['ana', 'ana@studio', 'a b@studio.example', `${'a'.repeat(250)}@studio.example`],
  ...['german', 'en_GB', 'de-de', 'EN-GB'],
  ...['Berlin', 'CEST', '+02:00', 'Nowhere/Land', 'Nowhere/Land+5', 'Etc/GMT+13', 'Etc/GMT-15', 'Etc/GMT5'],
  ...['posix/Europe/Berlin', 'Posix/Europe/Berlin', 'Right/Europe/Berlin', 'Europe/Berlin2', '<A>5'],
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
const samples: unknown[] = [
  ...[...texts, ...times, ...numbers, ...answers, true, 1.5],
  ...texts.map(text => [text]),
  ...[['read', 'nonsense'], ['ping']],
];

/** What a field may take: of these the first that it does. */
const goods = [
  ...[undefined, 'https://hooks.example.com/', 'ana@studio.example', 'USD', 'A', 1],
  ...[['client.created'], { Q: 'A' }],
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
  switch (typeOf(schema)) {
    case 'number':
      return isInJson || Number.isInteger(sample);
    case 'time':
      return times.includes(sample as string);
    case 'boolean':
      return isInJson;
    case 'array':
      return Array.isArray(sample) && sample.length > 0;
    case 'record':
      return typeof sample === 'object' && !Array.isArray(sample);
    default:
      return typeof sample === 'string';
  }
}

/** Of a code only a hash goes to the function; an invoice's amounts are computed before the call (test/operations/input.test.ts). */
const withoutFields = ['member.confirm-email', 'invoice.edit'];
const asking = actions.filter(
  ({ name, input }) => Object.keys(input.shape).length > 0 && !withoutFields.includes(name),
);

let shared: Awaited<ReturnType<typeof furnished>>;

test.serial.before(async () => {
  shared = await furnished(w);
});

for (const action of asking) {
  test.serial(`${action.name}: its function rejects what its input schema rejects`, async t => {
    // Some are about the person who asks, whose address is not among the samples.
    const ids: Ids = { ...shared.ids, member: shared.ids.owner! };
    const db = await w.db.connect();
    t.teardown(() => db.release());
    // What only `prepare` or `repeat` would give.
    const named = [...action.sqlCall.matchAll(/[^:]:(\w+)/g)].map(([, name]) => name!);
    const given = named.filter(name => !(name in action.input.shape) && name !== 'changes');
    const more = Object.fromEntries(given.map(name => [name, name === 'id' ? ids.workspace : null]));
    await db.query('begin');
    await db.query('select corkboard.enter_workspace($1)', [ids.workspace]);
    /** Calls the function; returns what it refuses by. */
    const refusal = async (input: Record<string, unknown>): Promise<string> => {
      await db.query('savepoint call');
      const said = await act(db, action.name, ids, input, more).then(
        () => 'nothing',
        ({ detail, message }) => `${detail}: ${message}`,
      );
      await db.query('rollback to call');
      return said;
    };
    const fields = Object.entries<z.ZodType>(action.input.shape).filter(
      ([, schema]) => !metaOf(schema).hidden,
    );
    const good = Object.fromEntries(
      fields.map(([name, schema]) => [
        name,
        goods.map(sample => schema.safeParse(sample)).find(({ success }) => success)!.data,
      ]),
    );
    t.notRegex(await refusal(good), /^validation/);
    for (const [name, schema] of fields) {
      const tried = samples.filter(sample => fits(schema, sample, action.changes !== undefined));
      const bad = tried.filter(sample => !schema.safeParse(sample).success);
      t.true(bad.length > 0, name);
      for (const sample of bad)
        t.regex(
          await refusal({ ...good, [name]: sample }),
          /^(validation|not_found):/,
          `${name}: ${JSON.stringify(sample).slice(0, 80)}`,
        );
      // A schema that took more than its function would make wrong usage of a command a refusal. An offset is a time zone to
      // Node.
      for (const sample of tried.filter(sample => !bad.includes(sample) && sample !== '+02:00'))
        t.notRegex(
          await refusal({ ...good, [name]: schema.parse(sample) }),
          /^validation/,
          `${name}: ${JSON.stringify(sample).slice(0, 80)}`,
        );
    }
    await db.query('rollback');
  });
}
