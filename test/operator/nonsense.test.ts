import test from 'ava';
import fc from 'fast-check';
import { optionalEmail } from '../../src/vocabulary/text.ts';
import { checkUrl } from '../../src/webhooks/address.ts';
import { misuse } from '../support/command.ts';
import { world } from '../support/world.ts';

const w = world(test);

// Input that is wrong usage for the command is also rejected by the SQL function, for direct callers, in the same words. That
// each function rejects what its action does is tried with many more values in test/actions/refusals.test.ts.

const long = (count: number) => 'x'.repeat(count);
const url = '--url https://hooks.example.com/x';
const hook = (format: string, events: string) =>
  `add_endpoint(w, 'https://hooks.example.com/x', '${format}', '{${events}}')`;

/** A command, in which %20 is a space, and the call; w, p and c are a workspace, its project and its client. */
const calls: [command: string, call: string][] = [
  ['workspace create --name %20 --owner-email o@w.example', `create_workspace(' ', 'o@w.example')`],
  ['workspace create --name N%0AM --owner-email o@w.example', `create_workspace(E'N\\nM', 'o@w.example')`],
  ['workspace create --name N --owner-email ana', `create_workspace('N', 'ana')`],
  [
    'workspace create --name %E2%80%8B%E3%85%A4 --owner-email o@w.example',
    `create_workspace('\u200b\u3164', 'o@w.example')`,
  ],
  [`workspace set x --name ${long(121)}`, `change_workspace(w, '{"name": "${long(121)}"}')`],
  ['workspace set x --currency euro', `change_workspace(w, '{"default_currency": "euro"}')`],
  ['workspace set x --tax-rate-bps 10001', `change_workspace(w, '{"tax_rate_bps": 10001}')`],
  ['plan set A', `set_plan('A')`],
  ['plan set free --api on', `set_plan('free', '{"api": 1}')`],
  [`key create --workspace W --label ${long(501)}`, `create_key(w, '${long(501)}')`],
  ['key create --workspace W --label L --scopes write:all', `create_key(w, 'L', '{write:all}')`],
  [`endpoint add --workspace W ${url} --events ping,nonsense`, hook('json', 'ping,nonsense')],
  [`endpoint add --workspace W ${url} --events client.created --format xml`, hook('xml', 'client.created')],
  ['member add --workspace W --email not%20an%20email', `add_member(w, 'not an email')`],
  [`client set x --contact-name ${long(501)}`, `change_client(w, c, '{"contact_name": "${long(501)}"}')`],
  ['client set x --e-invoice-country Germany', `change_client(w, c, '{"e_invoice_country": "Germany"}')`],
  ['project set x --status lead', `change_project(w, p, '{"status": "lead"}')`],
  ['project set x --stage paused', `change_project(w, p, '{"stage": "paused"}')`],
  ['intake submit x --answers ["A"]', `submit_intake(w, p, '["A"]')`],
  ['intake submit x --answers {"Q":"A","%20Q":"B"}', `submit_intake(w, p, '{"Q": "A", " Q": "B"}')`],
  ['intake submit x --answers {"Q":1}', `submit_intake(w, p, '{"Q": 1}')`],
  ['scope approve x --by %20', `approve_scope(w, p, ' ')`],
  ['change-order approve x --amount-cents 100000001', 'approve_change_order(w, p, 100000001)'],
  ['change-order approve x --amount-cents 1 --rounds 21', 'approve_change_order(w, p, 1, null, 21)'],
  ['invoice late-fee x --cents -1', 'set_late_fee(w, p, -1)'],
];

/** What a function says about an invalid value, without the field; null: it takes it. */
type Says = (call: string) => Promise<string | null>;

test('the functions reject what is wrong usage for the command, in the same words', async t => {
  const says = await caller();
  for (const [command, call] of calls) {
    const words = await says(call);
    t.truthy(words, call);
    t.true((await misuse(...command.split(' ').map(decodeURIComponent))).includes(words!), words!);
  }
});

test('a required value that is null is rejected, and so is an invalid cap', async t => {
  const says = await caller();
  t.is(await says('add_member(w, null)'), 'is required');
  t.is(await says(hook('json', '')), 'is required');
  t.regex((await says(`set_plan('free', '{"seats": 1.5}')`))!, /^must be a whole number/);
  t.is(await says(`set_plan('free', '{"seat": 1}')`), 'is not a known field');
});

async function caller(): Promise<Says> {
  const studio = await w.workspace();
  const { id, clientId } = await studio.project({ intake: {} });
  return call =>
    w.db
      .query(
        `do $do$ declare w uuid := '${studio.id}'; p uuid := '${id}'; c uuid := '${clientId}';
         begin perform corkboard.${call}; end $do$`,
      )
      .then(
        () => null,
        ({ detail, column, message }) =>
          detail === 'validation' ? message.slice(`${column} `.length, -1) : message,
      );
}

const checkedUrl = (address: string) =>
  w.db.query('select corkboard.check_webhook_url($1)', [address]).then(
    () => 'nothing',
    ({ detail, message }) => `${detail}: ${message}`,
  );

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
        .catch(({ column }) => ({ rowCount: column === 'email' ? 0 : null }));
      t.is(rowCount, good ? 1 : 0, address);
      t.is(optionalEmail.safeParse(address).success, good, address);
      t.is(new RegExp(optionalEmail.meta()!.pattern as string, 'u').test(address), good, address);
    }
  });
}
