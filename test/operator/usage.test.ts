import test from 'ava';
import { errorMessage, operator, runCommand } from '../support/command.ts';
import { world } from '../support/world.ts';

const w = world(test);
const corkboard = operator(w);

const verbs: Record<string, string[]> = {
  workspace: ['create', 'list', 'show', 'set'],
  plan: ['list', 'set'],
  key: ['create', 'list', 'find', 'revoke'],
  client: ['trash', 'restore', 'set', 'erase'],
  project: ['set', 'trash', 'restore'],
  intake: ['submit'],
  scope: ['approve'],
  contract: ['sign'],
  'change-order': ['approve'],
  invoice: ['edit', 'send', 'view', 'pay', 'void', 'late-fee'],
  member: ['add', 'list', 'remove'],
  audit: ['list'],
};
const listed = (noun: string) =>
  verbs[noun]!.map(verb => new RegExp(`^  ${noun} ${verb}\\b.*(\\S|\\n)`, 'm'));

test('--help lists every noun and verb', async t => {
  const text = await corkboard.read('--help');
  for (const line of Object.keys(verbs).flatMap(listed)) t.regex(text, line);
});

test('<noun> --help lists its verbs and their options only', async t => {
  for (const noun of ['key', 'invoice']) {
    const text = await corkboard.read(noun, '--help');
    for (const line of listed(noun)) t.regex(text, line);
    t.false(text.includes('workspace create'));
  }
  t.regex(await corkboard.read('key', '--help'), /key create --workspace <w> --label <l> \[--scopes/);
});

test('a command that succeeds exits with 0 and prints only its result', async t => {
  for (const args of [
    ['plan', 'list', '--json'],
    ['plan', 'list'],
    ['key', '--help'],
  ]) {
    const { status, stdout, stderr } = await runCommand(args, { DATABASE_URL: w.databaseUrl });
    t.deepEqual({ status, stderr }, { status: 0, stderr: '' });
    t.is(stdout, await corkboard.read(...args));
  }
});

test('no arguments, or a noun alone, is wrong usage', async t => {
  for (const args of [[], ['--json'], ['invoice']]) {
    const { status, stdout, stderr } = await runCommand(args, { DATABASE_URL: w.serviceUrl });
    t.is(status, 2);
    t.is(stdout, '');
    t.regex(stderr, /^corkboard: name a noun and a verb.*\n$/);
  }
});

test('wrong usage is one line and exit status 2: a noun, a verb, an option, a value', async t => {
  for (const [args, says] of [
    [['invoces', 'send', '--json'], /^unknown command 'invoces'/],
    [['invoice', 'refund', 'x'], /^unknown command 'refund'/],
    [['invoice', 'send', 'x', '--now'], /^unknown option '--now'/],
    [['invoice', 'send'], /^missing required argument 'id'/],
    [['intake', 'submit', 'x', '--answers', '{\n"Q": 1}'], /--answers .* Q must be text\.$/],
  ] as const) {
    const outcome = await runCommand([...args], { DATABASE_URL: w.serviceUrl });
    t.is(outcome.status, 2);
    t.regex(errorMessage(outcome), says);
  }
});

test('an error quotes only the beginning of a long argument', async t => {
  const url = `https://hooks.example.com/${'x'.repeat(3000)}`;
  const add = ['endpoint', 'add', '--workspace', 'x', '--events', 'client.created'];
  for (const args of [
    [...add, '--url', url],
    [...add, `--url=${url}`],
    [
      'workspace',
      'create',
      '--name',
      'N',
      '--owner-email',
      'o@w.example',
      '--plan',
      `p ${'lan '.repeat(120)}`,
    ],
    ['invoices', 'x'.repeat(5000)],
  ]) {
    const line = errorMessage(await runCommand(args, { DATABASE_URL: w.serviceUrl }));
    t.true(line.length < 300, line);
    t.true(line.includes('…'), line);
  }
});

test('--json may be anywhere', async t => {
  const plans = await corkboard.read('plan', 'list', '--json');
  t.truthy(JSON.parse(plans).plans);
  t.is(await corkboard.read('--json', 'plan', 'list'), plans);
  t.is(await corkboard.read('plan', '--json', 'list'), plans);
});

test('a record is printed for people as lines of name and value', async t => {
  const { id } = await w.workspace();
  const text = await corkboard.read('workspace', 'show', id);
  t.true(
    text.startsWith(
      `id                  ${id}\nname                Studio\nowner email         never-leaves@`,
    ),
  );
  t.is(await corkboard.read('key', 'list', '--workspace', id).then(lines => lines.split('\n').length), 3);
});

test('a silent, unmigrated or unnamed database is reported in one line', async t => {
  const bare = Object.assign(new URL(w.serviceUrl), { pathname: '/postgres' }).href;
  for (const [url, says] of [
    ['postgres://nobody@127.0.0.1:1/x', /^The database does not answer: .*ECONNREFUSED/],
    ['postgres://nobody@localhost:1/x', /^The database does not answer: .*ECONNREFUSED/],
    [bare, /^The database is not up to date: run npm run release\.$/],
    ['mysql://x', /^DATABASE_URL must be/],
    ['', /^DATABASE_URL is not set and no embedded database is running/],
  ] as const) {
    const outcome = await runCommand(['plan', 'list'], { DATABASE_URL: url, DATA_DIR: '/nowhere' });
    t.is(outcome.status, 1);
    t.regex(errorMessage(outcome), says);
  }
});

test('only key create prints a key, and no command prints hashes or tokens', async t => {
  const studio = await w.workspace();
  const client = await studio.client();
  const { id } = await studio.project({ clientId: client.id });
  await studio.scope(id);
  const invoice = await studio.invoice(id);
  const { rows } = await w.db.query(
    `select encode(key_hash, 'hex') as secret from corkboard.api_keys where workspace_id = $1
     union all select encode(key_hash, 'base64') from corkboard.api_keys where workspace_id = $1
     union all select share_token::text from corkboard.invoices where workspace_id = $1
     union all select token::text from corkboard.intakes where workspace_id = $1`,
    [studio.id],
  );
  const secrets: string[] = [studio.key, ...rows.map(({ secret }) => secret)];
  t.is(secrets.length, 5);
  for (const command of [
    ['workspace', 'list'],
    ['key', 'list', '--workspace', studio.id],
    ['scope', 'approve', id, '--by', 'Ana'],
    ['invoice', 'send', invoice.id],
    ['project', 'set', id, '--stage', 'lead'],
    ['client', 'set', client.id, '--contact-name', 'Ana'],
    ['audit', 'list', '--workspace', studio.id],
  ]) {
    const text = JSON.stringify(await corkboard(...command));
    for (const secret of secrets) t.false(text.includes(secret));
  }
});
