import test from 'ava';
import { nouns } from '../../src/operator/nouns.ts';
import type { Noun } from '../../src/operator/verb.ts';
import { command, errorMessage, misuse, operator, runCommand } from '../support/command.ts';
import { addressOf } from '../support/postgres.ts';
import { sharedWorld } from '../support/world.ts';

const w = sharedWorld(test, 'api');
const corkboard = operator(w);

const linesOf = ({ name, verbs }: Noun) =>
  verbs.map(verb => new RegExp(`^  ${name} ${verb.name}\\b.*(\\S|\\n)`, 'm'));

test('--help lists every noun and verb', async t => {
  const text = await corkboard.read('--help');
  t.is(await corkboard.read('help'), text);
  t.is(await corkboard.read('help', 'key'), await corkboard.read('key', '--help'));
  for (const line of nouns.flatMap(linesOf)) t.regex(text, line);
});

test('<noun> --help lists its verbs and their options only', async t => {
  for (const noun of nouns.filter(({ name }) => ['key', 'invoice'].includes(name))) {
    const text = await corkboard.read(noun.name, '--help');
    for (const line of linesOf(noun)) t.regex(text, line);
    t.false(text.includes('workspace create'));
  }
  t.regex(await corkboard.read('key', '--help'), /key create --workspace <w> --label <l> \[--scopes/);
  t.regex(await corkboard.read('delivery', '--help'), /delivery retry \[id\] \[--endpoint <id>\]/);
});

test('no arguments, or a noun alone, is wrong usage', async t => {
  for (const args of [[], ['--json'], ['invoice']]) {
    const { status, stdout, stderr } = await command(args, { DATABASE_URL: w.serviceUrl });
    t.is(status, 2);
    t.is(stdout, '');
    t.regex(stderr, /^corkboard: name a noun and a verb.*\n$/);
  }
});

test('wrong usage is one line and exit status 2: a noun, a verb, an option, a value', async t => {
  const env = { DATABASE_URL: w.serviceUrl };
  for (const [args, says] of [
    [['invoces', 'send', '--json'], /^unknown command 'invoces'/],
    [['invoice', 'charge', 'x'], /^unknown command 'charge'/],
    [['invoice', 'send', 'x', '--now'], /^unknown option '--now'/],
    [['invoice', 'send'], /^missing required argument 'id'/],
    [['intake', 'submit', 'x', '--answers', '{\n"Q": 1}'], /--answers .* Q must be text\.$/],
  ] as const) {
    const outcome = await command([...args], env);
    t.is(outcome.status, 2);
    t.regex(errorMessage(outcome), says);
  }
  const outcome = await command(['invoice', 'send'], env);
  t.deepEqual(await runCommand(['invoice', 'send'], env), outcome);
});

const unknown = '01900000-0000-7000-8000-000000000000';
const create = 'workspace create --name N --owner-email o@w.example';
const add = `endpoint add --workspace ${unknown} --url https://a.example --events`;
const replay = `delivery replay-missed --endpoint ${unknown} --since`;
const eitherOne = /name one delivery by its id, or an endpoint with --endpoint/;

/** A line for each way in which an argument or option can be wrong: what is left out, read or checked. */
const misuses: [what: string, command: string, says: RegExp][] = [
  ['a required option that is left out', 'workspace create --owner-email o@w.example', /--name/],
  ['one argument too many', `workspace show ${unknown} ${unknown}`, /too many arguments/],
  ['an unknown option', 'workspace list --all', /unknown option '--all'/],
  ['an option without a value', `workspace set ${unknown} --ai`, /--ai/],
  ['a value for a bare flag', `${create} --prices-include-tax true`, /too many arguments/],
  ['a flag that is neither true nor false', `workspace set ${unknown} --ai yes`, /--ai .* true, false/],
  ['a rate above 100 %', `${create} --tax-rate-bps 10001`, /--tax-rate-bps .*at most 10000/],
  ['a rate with a fraction', `${create} --tax-rate-bps 7.5`, /--tax-rate-bps .*whole number/],
  ['a limit of 0', `audit list --workspace ${unknown} --limit 0`, /--limit .*at least 1/],
  ['a plan in capitals', 'plan set Pro', /small letters/],
  ['a cap too large to keep', 'plan set free --seats 2147483648', /--seats .*at most 2147483647/],
  ['a name out of a list', 'project set x --status lead', /active, paused, completed, archived/],
  ['a format', `${add} client.created --format xml`, /json, slack, discord/],
  ['an event', `${add} time.logged,client.created,ping`, /must name events out of (?!.*must name)(?!.*It\.)/],
  ['a scope', 'key create --workspace x --label L --scopes write', /--scopes/],
  [
    'an event to test',
    `endpoint test ${unknown} --event invoice.lost`,
    /ping, intake\.submitted, .*client\.created/,
  ],
  ['an address', 'endpoint add --workspace x --url nonsense --events client.created', /must be an address/],
  ['the first characters of a key', 'key find crk_L_', /must be at least the first 7 characters of a key/],
  ['a status', `delivery list --endpoint ${unknown} --status lost`, /pending, succeeded, failed, missed/],
  ['a day for a time', `${replay} 2026-11-20`, /--since .*ISO 8601/],
  ['the year 0', `${replay} 0000-01-01T00:00:00Z`, /--since .*0001 to 9999/],
  ['no JSON', 'intake submit x --answers {"Q":', /--answers/],
  ['neither a delivery nor an endpoint', 'delivery retry', eitherOne],
  ['both', `delivery retry ${unknown} --endpoint ${unknown}`, eitherOne],
];

test('wrong usage is told by the argument or option that is wrong', async t => {
  t.regex(await misuse('scope', 'approve', 'x', '--by', ' '), /--by .*blank/);
  for (const [what, command, says] of misuses) t.regex(await misuse(...command.split(' ')), says, what);
});

test('an error quotes only the beginning of a long argument', async t => {
  const url = `https://hooks.example.com/${'x'.repeat(3000)}`;
  const add = ['endpoint', 'add', '--workspace', 'x', '--events', 'client.created'];
  for (const args of [
    [...add, '--url', url],
    [...add, `--url=${url}`],
    [...create.split(' '), '--plan', `p ${'lan '.repeat(120)}`],
    ['invoices', 'x'.repeat(5000)],
  ]) {
    const line = errorMessage(await command(args, { DATABASE_URL: w.serviceUrl }));
    t.true(line.length < 300, line);
    t.true(line.includes('…'), line);
  }
});

test('--json may be anywhere, and a cap that is missing is unlimited for people', async t => {
  const plans = await corkboard.read('plan', 'list', '--json');
  t.truthy(JSON.parse(plans).plans);
  t.is(await corkboard.read('plan', '--json', 'list'), plans);
  t.regex(await corkboard.read('plan', 'list'), /^studio +unlimited +unlimited +unlimited +100000 +true/m);
});

test('a record is printed for people as lines of name and value', async t => {
  const { id } = await w.workspace();
  const beginning = `id                  ${id}\nname                Studio\nowner email         never-leaves@`;
  t.true((await corkboard.read('workspace', 'show', id)).startsWith(beginning));
  await w.sql('select corkboard.remove_workspace($1)', id);
  const lines = (await corkboard.read('workspace', 'list')).split('\n');
  t.regex(lines.find(text => text.includes(id))!, / removing$/);
});

test('a list has columns and a line for each record, whatever a stranger’s name is', async t => {
  const { id } = await w.workspace();
  await w.sql(
    `select corkboard.record_audit(($1::uuid, 'api', $2), 'a.b', 'key', k.id) from corkboard.api_keys k
     where k.workspace_id = $1`,
    id,
    'Zap\n\u001b[31mred',
  );
  const [head, first, ...rest] = (await corkboard.read('audit', 'list', '--workspace', id)).split('\n');
  t.regex(head!, /^TIME +ACTOR +KEY +VIA +ACTION +RECORD$/);
  t.regex(first!, /^\d{4}-\S+Z {2}Zap \[31mred {2}- +assistant, via API {2}a\.b {2,}key [0-9a-f-]{36}$/);
  t.is(rest.length, 3);
});

test('a role that may not do it is told whose DATABASE_URL it needs', async t => {
  const outcome = await command(['plan', 'set', 'team'], { DATABASE_URL: w.serviceUrl });
  t.is(outcome.status, 1);
  t.regex(
    errorMessage(outcome),
    /^The role corkboard_app may not do this \(permission denied [^\n]+ owns the tables[^\n]+$/,
  );
});

test('a silent, unmigrated or unnamed database is reported in one line', async t => {
  const bare = addressOf(w.serviceUrl, 'postgres');
  for (const [url, says] of [
    ['postgres://nobody@127.0.0.1:1/x', /^Can't connect to the database: .*ECONNREFUSED/],
    ['postgres://nobody@localhost:1/x', /^Can't connect to the database: .*ECONNREFUSED/],
    [bare, /^The database is not up to date: run npm run release\.$/],
    ['mysql://x', /^DATABASE_URL must be/],
    ['', /^DATABASE_URL is not set and no embedded database is running/],
  ] as const) {
    const outcome = await command(['plan', 'list'], { DATABASE_URL: url, DATA_DIR: '/nowhere' });
    t.is(outcome.status, 1);
    t.regex(errorMessage(outcome), says);
  }
});
