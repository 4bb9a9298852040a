import test from 'ava';
import fc from 'fast-check';
import { toFailure } from '../../src/errors/translate.ts';
import { optionalEmail } from '../../src/vocabulary/text.ts';
import { checkUrl } from '../../src/webhooks/address.ts';
import { misuse } from '../support/command.ts';
import { refusalOf } from '../support/refusal.ts';
import { sharedWorld } from '../support/world.ts';

const w = sharedWorld(test, 'api');

// Input that is wrong usage for the commands that are no actions is also rejected by the SQL function, for direct callers, in
// the same words. That each action's function rejects what the action does is tried in test/actions/refusals.test.ts.

const long = (count: number) => 'x'.repeat(count);

/** A command, in which %20 is a space, and the call. */
const calls: [command: string, call: string][] = [
  ['workspace create --name %20 --owner-email o@w.example', `create_workspace(' ', 'o@w.example')`],
  ['workspace create --name N%0AM --owner-email o@w.example', `create_workspace(E'N\\nM', 'o@w.example')`],
  ['workspace create --name N --owner-email ana', `create_workspace('N', 'ana')`],
  ['plan set A', `set_plan('A')`],
  ['plan set free --api on', `set_plan('free', '{"api": 1}')`],
];

/** What a function says about an invalid value, without the field. */
const says = (call: string): Promise<string> =>
  w.sql(`select corkboard.${call}`).then(
    () => 'nothing',
    error => toFailure(error)!.details.rule!,
  );

test('the functions reject what is wrong usage for the command, in the same words', async t => {
  for (const [command, call] of calls) {
    const words = await says(call);
    t.true((await misuse(...command.split(' ').map(decodeURIComponent))).includes(words), words);
  }
});

test('an invalid cap and an endpoint without events are rejected', async t => {
  t.is(await says(`add_endpoint(null, 'https://hooks.example.com/', 'json', '{}')`), 'is required');
  t.regex(await says(`set_plan('free', '{"seats": 1.5}')`), /^must be a whole number/);
  t.is(await says(`set_plan('free', '{"seat": 1}')`), 'is not a known field');
});

const checkedUrl = (address: string) =>
  w.db.query('select corkboard.check_webhook_url($1)', [address]).then(() => 'nothing', refusalOf);

test('a function rejects a URL that webhooks can never be sent to, and says why', async t => {
  for (const [why, addresses] of Object.entries({
    'must be an address': [
      ...['nonsense', 'https://', 'https://:443/', 'https:///hooks.example.com/', 'https://999.1.1.1/'],
      ...[
        'https://hooks.example.com:65536/',
        'https://1.2.3.4.5/',
        'https://1.2.3.256:443/x',
        'https://::1/',
      ],
      ...['https://4294967296/', 'https://hooks.1/', 'https://hooks<b>.example/'],
    ],
    'must begin with https': ['ftp://hooks.example.com/', 'javascript:alert(1)'],
    'user name or password': ['https://user:pass@hooks.example.com/', 'https://:@8.8.8.8/'],
    IPv4: ['https://[::1]/'],
    'port 0': ['https://hooks.example.com:0/'],
    spaces: ['https://hooks.example.com/a b'],
    backslashes: ['https://hooks.example.com\\@127.0.0.1/'],
    'at most 2048': [`https://hooks.example.com/${long(2048)}`],
  })) {
    for (const address of addresses)
      t.regex(await checkedUrl(address), new RegExp(`^validation: .*${why}`), address.slice(0, 40));
  }
});

test('a function accepts URLs that only the address check may reject', async t => {
  for (const address of [
    'HTTPS://hooks.example.com',
    'http://127.0.0.1:9/x',
    'https://münchen.example:8443/?a=@#b',
  ])
    t.is(await checkedUrl(address), 'nothing', address);
});

test('the function and the address check find the same host in a URL', async t => {
  const numbers = '0 1 127 255 256 999 65535 65536 16777216 4294967296 a'.split(' ');
  const part = fc.constantFrom(...numbers);
  const host = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'..aab1259-_~<^|[]:'), minLength: 1, maxLength: 12 }),
    fc.array(part, { minLength: 1, maxLength: 5 }).map(parts => parts.join('.')),
    fc.ipV4(),
  );
  const port = fc.oneof(
    fc.constant(''),
    fc.integer({ min: 0, max: 70_000 }).map(port => `:${port}`),
    fc.constantFrom(':', ':a', ':-1'),
  );
  const address = fc
    .tuple(
      fc.constantFrom('https://', 'http://', 'HTTPS://', 'ftp://', 'https:/'),
      fc.constantFrom('', 'a@'),
      host,
      port,
      fc.constantFrom('', '/', '?a:b@c', '/#x'),
    )
    .map(parts => parts.join(''))
    // Octal addresses need a URL parser, so only the address check rejects them.
    .filter(url => !/[/.@]0\d/.test(url));
  const urls = fc.sample(address, 1500);
  const client = await w.db.connect();
  t.teardown(() => client.release());
  await client.query(`
    create function pg_temp.refuses(p_url text) returns boolean language plpgsql as $$
    begin
      perform corkboard.check_webhook_url(p_url);
      return false;
    exception when sqlstate 'ZC001' then
      return true;
    end $$`);
  const { rows } = await client.query('select url, pg_temp.refuses(url) from unnest($1::text[]) url', [urls]);
  const gateRefuses = (url: string) => {
    try {
      return checkUrl(url, { allowPrivate: true }) === null;
    } catch {
      return true;
    }
  };
  t.deepEqual(
    rows,
    urls.map(url => ({ url, refuses: gateRefuses(url) })),
  );
});

const mailable = [
  ...['a@b.example', "o'brien+x_y@mail.b.example", 'ana.@b.example', '!#$%&*/=?^`{|}~@b.example', '1@2.3'],
  ...['-a-@b-c.example', 'a@b--c.d-e.f', 'a@xn--bcher-kva.example'],
  ...['用户@例子.中国', 'jörg@müller.example', 'αβγ@παράδειγμα.ελ', '\u{1f642}@b.example'],
];
const unmailable = [
  ...['a', '@b.example', 'a@', 'a@b', 'a@.example', 'a@b.', 'a@b..c', 'a@b@c.example', 'a b@c.example'],
  ...[
    'a\u00a0b@c.example',
    'a@c\u3000d.example',
    'a\u0007@b.example',
    'a\u0085@b.example',
    'a@b.ex\u009fample',
  ],
  ...['a@-b.com', 'a@b-.com', 'a@b.-com', 'a@b.com-', 'a@-.com', 'a@b.-'],
  ...['<a@b.example>', 'a,b@c.example', 'a@b.example,', '"a"@b.example', 'a@[127.0.0.1]', 'a\\b@c.example'],
];

for (const [addresses, good] of [
  [mailable, true],
  [unmailable, false],
] as const) {
  test(`an address that ${good ? 'can' : 'can’t'} get mail is ${good ? 'valid' : 'invalid'} for functions and for operations`, async t => {
    for (const address of addresses) {
      const { rowCount } = await w.db
        .query(`select corkboard.check_email('email', $1)`, [address])
        .catch(error => ({ rowCount: toFailure(error)?.details.field === 'email' ? 0 : null }));
      t.is(rowCount, good ? 1 : 0, address);
      t.is(optionalEmail.safeParse(address).success, good, address);
      t.is(new RegExp(optionalEmail.meta()!.pattern as string, 'u').test(address), good, address);
    }
  });
}
