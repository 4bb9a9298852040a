import test from 'ava';
import fc from 'fast-check';
import type pg from 'pg';
import { optionalEmail } from '../../src/vocabulary/text.ts';
import { checkUrl } from '../../src/webhooks/address.ts';
import { everything, misuse } from '../support/command.ts';
import { world } from '../support/world.ts';

const w = world(test);

// Input that is wrong usage for the command is also rejected by the SQL function, for direct callers.

const country = { '--e-invoice-country': 'Germany' };
const hook = { '--workspace': 'W', '--url': 'https://hooks.example.com/x', '--events': 'client.created' };
const addEndpoint = (url: string, format = 'json', events = '{client.created}') =>
  `add_endpoint(w, '${url}', '${format}', '${events}')`;
const long = (count: number) => 'x'.repeat(count);

for (const [what, command, options, invocation] of [
  [
    'a blank name',
    'workspace create',
    { '--name': ' ', '--owner-email': 'o@w.example' },
    `create_workspace(' ', 'o@w.example')`,
  ],
  [
    'a name of two lines',
    'workspace create',
    { '--name': 'N\nM', '--owner-email': 'o@w.example' },
    `create_workspace(E'N\\nM', 'o@w.example')`,
  ],
  [
    'a long name of a workspace',
    'workspace set x',
    { '--name': long(121) },
    `change_workspace(w, '{"name": "${long(121)}"}')`,
  ],
  [
    'a name that shows nothing',
    'workspace create',
    { '--name': '\u200b\u3164', '--owner-email': 'o@w.example' },
    `create_workspace('\u200b\u3164', 'o@w.example')`,
  ],
  [
    'an owner without an address',
    'workspace create',
    { '--name': 'N', '--owner-email': 'ana' },
    `create_workspace('N', 'ana')`,
  ],
  [
    'a currency',
    'workspace set x',
    { '--currency': 'euro' },
    `change_workspace(w, '{"default_currency": "euro"}')`,
  ],
  [
    'a tax rate',
    'workspace set x',
    { '--tax-rate-bps': '10001' },
    `change_workspace(w, '{"tax_rate_bps": 10001}')`,
  ],
  ['a name of a plan', 'plan set A', {}, `set_plan('A')`],
  ['a feature', 'plan set free', { '--api': 'on' }, `set_plan('free', '{"api": 1}')`],
  ['a label', 'key create', { '--workspace': 'W', '--label': long(501) }, `create_key(w, '${long(501)}')`],
  [
    'a scope',
    'key create',
    { '--workspace': 'W', '--label': 'L', '--scopes': 'write:everything' },
    `create_key(w, 'L', '{write:everything}')`,
  ],
  [
    'an event',
    'endpoint add',
    { ...hook, '--events': 'ping,nonsense' },
    addEndpoint(hook['--url'], 'json', '{ping,nonsense}'),
  ],
  ['a format', 'endpoint add', { ...hook, '--format': 'xml' }, addEndpoint(hook['--url'], 'xml')],
  [
    'a member without an address',
    'member add',
    { '--workspace': 'W', '--email': 'not an email' },
    `add_member(w, 'not an email')`,
  ],
  [
    'a contact',
    'client set x',
    { '--contact-name': long(501) },
    `change_client(w, c, '{"contact_name": "${long(501)}"}')`,
  ],
  ['a country', 'client set x', country, `change_client(w, c, '{"e_invoice_country": "Germany"}')`],
  ['a status', 'project set x', { '--status': 'lead' }, `change_project(w, p, '{"status": "lead"}')`],
  ['a stage', 'project set x', { '--stage': 'paused' }, `change_project(w, p, '{"stage": "paused"}')`],
  ['answers that are a list', 'intake submit x', { '--answers': '["A"]' }, `submit_intake(w, p, '["A"]')`],
  [
    'two answers to one question',
    'intake submit x',
    { '--answers': '{"Q": "A", " Q": "B"}' },
    `submit_intake(w, p, '{"Q": "A", " Q": "B"}')`,
  ],
  [
    'an answer that is no text',
    'intake submit x',
    { '--answers': '{"Q": 1}' },
    `submit_intake(w, p, '{"Q": 1}')`,
  ],
  ['who approves', 'scope approve x', { '--by': ' ' }, `approve_scope(w, p, ' ')`],
  [
    'an amount',
    'change-order approve x',
    { '--amount-cents': '100000001' },
    'approve_change_order(w, p, 100000001)',
  ],
  [
    'a number of rounds',
    'change-order approve x',
    { '--amount-cents': '1', '--rounds': '21' },
    'approve_change_order(w, p, 1, null, 21)',
  ],
  ['a late fee', 'invoice late-fee x', { '--cents': '-1' }, 'set_late_fee(w, p, -1)'],
] as const) {
  test(`the function rejects invalid input with the same message as the command: ${what}`, async t => {
    const words = await refused(t, invocation);
    t.true((await misuse(...command.split(' '), ...Object.entries(options).flat())).includes(words), words);
  });
}

for (const [url, words] of [
  ['nonsense', /must be an address/],
  ['https://', /must be an address/],
  ['https://:443/', /must be an address/],
  ['ftp://hooks.example.com/', /must begin with https/],
  ['https:///hooks.example.com/', /must be an address/],
  ['javascript:alert(1)', /must begin with https/],
  ['https://user:pass@hooks.example.com/', /user name or password/],
  ['https://:@8.8.8.8/', /user name or password/],
  ['https://[::1]/', /IPv4/],
  ['https://hooks.example.com:0/', /port 0/],
  ['https://hooks.example.com:65536/', /must be an address/],
  ['https://999.1.1.1/', /must be an address/],
  ['https://1.2.3.4.5/', /must be an address/],
  ['https://1.2.3.256:443/x', /must be an address/],
  ['https://4294967296/', /must be an address/],
  ['https://hooks.1/', /must be an address/],
  ['https://hooks<b>.example/', /must be an address/],
  ['https://::1/', /must be an address/],
  ['https://hooks.example.com/a b', /spaces/],
  ['https://hooks.example.com\\@127.0.0.1/', /backslashes/],
  [`https://hooks.example.com/${long(2048)}`, /at most 2048/],
] as const) {
  test(`the function rejects a URL that webhooks can never be sent to: ${url.slice(0, 40)}`, async t => {
    t.regex(await refused(t, addEndpoint(url)), words);
  });
}

test('the function accepts URLs that only the address check may reject', async t => {
  const { id } = await w.workspace();
  for (const url of [
    'HTTPS://hooks.example.com',
    'http://127.0.0.1:9/x',
    'https://münchen.example:8443/?a=@#b',
  ]) {
    const { rows } = await w.db.query(
      `select (endpoint).url from corkboard.add_endpoint($1, $2, 'json', '{client.created}')`,
      [id, url],
    );
    t.deepEqual(rows, [{ url }]);
  }
});

test('the function and the address check find the same host in a URL', async t => {
  const host = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'..aab1259-_~<^|[]:'), minLength: 1, maxLength: 12 }),
    fc
      .array(
        fc.constantFrom(
          '0',
          '1',
          '127',
          '255',
          '256',
          '999',
          '65535',
          '65536',
          '16777216',
          '4294967296',
          'a',
        ),
        {
          minLength: 1,
          maxLength: 5,
        },
      )
      .map(parts => parts.join('.')),
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
  const urls = fc.sample(address, 3000);
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

test('a required value that is null is rejected, and so is an invalid cap', async t => {
  t.is(await refused(t, 'add_member(w, null)'), 'is required');
  t.is(await refused(t, `add_endpoint(w, 'https://a.example', 'json', '{}')`), 'is required');
  t.regex(await refused(t, `set_plan('free', '{"seats": 1.5}')`), /^must be a whole number/);
  t.is(await refused(t, `set_plan('free', '{"seat": 1}')`), 'is not a known field');
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
  for (const address of addresses) {
    test(`${encodeURI(address)} is ${good ? 'a valid' : 'an invalid'} address, for functions and for operations`, async t => {
      const { rowCount } = await w.db
        .query(`select corkboard.check_email('email', $1)`, [address])
        .catch(({ column }) => ({ rowCount: column === 'email' ? 0 : null }));
      t.is(rowCount, good ? 1 : 0);
      t.is(optionalEmail.safeParse(address).success, good);
      t.is(new RegExp(optionalEmail.meta()!.pattern as string, 'u').test(address), good);
    });
  }
}

/**
 * A function's message about an invalid value, without the field. w, p and c are a workspace, its project and its
 * client.
 */
async function refused(
  t: { deepEqual(a: unknown, b: unknown): boolean; throwsAsync: any },
  invocation: string,
) {
  const studio = await w.workspace();
  const { id, clientId } = await studio.project({ intake: {} });
  const before = await everything(w, studio.id);
  const error: pg.DatabaseError = await t.throwsAsync(
    w.db.query(
      `do $do$ declare w uuid := '${studio.id}'; p uuid := '${id}'; c uuid := '${clientId}';
       begin perform corkboard.${invocation}; end $do$`,
    ),
  );
  t.deepEqual([error.code, error.detail], ['ZC001', 'validation']);
  t.deepEqual(await everything(w, studio.id), before);
  return error.message.slice(`${error.column} `.length, -1);
}
