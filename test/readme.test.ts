import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { glob, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { reasons } from '../src/classification/reasons.ts';
import { readConfig } from '../src/config.ts';
import type { Account } from './support/account.ts';
import { operator } from './support/command.ts';
import { blocks, everyPage, pages, table } from './support/readme.ts';
import { root } from './support/root.ts';
import { subscriber } from './support/subscriber.ts';
import { world } from './support/world.ts';

// What README.md, CONTRIBUTING.md and the pages under docs/, examples/ and ops/ claim.
const w = world(test);

const shell = promisify(execFile);

/** The commands in the shell's language that begin so, each with the lines that belong to it, in their order. */
const commands = (beginning: string) =>
  blocks('sh', beginning)
    .flatMap(block => block.split(/^(?=\S)/m))
    .filter(command => command.startsWith(beginning));

test('the curl examples work when pasted in order', async t => {
  const studio = await w.workspace();
  const env: Record<string, string> = { PATH: process.env.PATH!, KEY: studio.key };
  let answers = 0;
  for (const command of commands('curl ')) {
    const pasted = command
      .replaceAll('http://localhost:3000', w.baseUrl)
      .replace('curl ', "curl -s -w '\\n%{http_code}' ");
    const { stdout } = await shell('bash', ['-c', pasted], { env });
    const [, json, status] = /^(.*)\n(\d+)$/s.exec(stdout)!;
    t.true(status === '200' || status === '201', `${command}${stdout}`);
    const { client, project, error } = JSON.parse(json!);
    t.is(error, undefined, json);
    if (client) env.CLIENT = client.id;
    if (project) env.PROJECT = project.id;
    answers++;
  }
  t.is(answers, 12);
});

test('the first call returns what the README shows', async t => {
  const studio = await w.workspace();
  for (let n = 0; n < 3; n++) await studio.client();
  const shown = blocks('json', '"limits"', pages['README.md'])[0]!.trim();
  const ours = shown.replace('Larkspur Studio', 'Studio').replace('"EUR"', '"USD"');
  const pattern = ours.split('…').map(RegExp.escape).join('.*');
  t.regex((await studio.get('/me')).text, new RegExp(`^${pattern}$`));
});

test("the operator's commands work when pasted, in their order", async t => {
  const hook = await subscriber();
  t.teardown(hook.close);
  const studio = await w.workspace();
  const project = await studio.project();
  const invoice = await studio.invoice(project.id);
  const [member] = await w.sql(`select id from corkboard.add_member($1, 'lee@studio.example')`, studio.id);
  const [leaked] = await w.sql(`select (corkboard.create_key($1, 'Leaked')).*`, studio.id);
  const [key] = await w.sql(`select id from corkboard.api_keys where label = 'Leaked'`);
  const client = await studio.client();
  const env: Record<string, string> = {
    PATH: process.env.PATH!,
    WORKSPACE: studio.id,
    INVOICE: invoice.id,
    MEMBER: member.id,
    PREFIX: leaked.secret.slice(0, 10),
    KEY_ID: key.id,
    CLIENT: client.id,
    DELIVERY: await missedDelivery(studio),
  };
  const corkboard = operator(w, { WEBHOOK_ALLOW_PRIVATE: 'true' });
  const begins = 'npm run corkboard -- ';
  const pasted = commands(begins);
  t.true(pasted.length >= 15);
  for (const command of pasted) {
    const words = command
      .slice(begins.length)
      .trim()
      .replace('https://hooks.example.com/corkboard', hook.url);
    // The shell makes arguments of the words.
    const { stdout } = await shell('bash', ['-uc', `printf '%s\\0' ${words}`], { env });
    const args = stdout.split('\0').slice(0, -1);
    if (words === '--help') {
      t.not(await corkboard.read(...args), '');
      continue;
    }
    const { endpoint, outcome, payments } = await corkboard(...args);
    if (endpoint) env.ENDPOINT = endpoint.id;
    if (payments) env.PAYMENT = payments[0].id;
    if (words.startsWith('endpoint test')) t.is(outcome, 'succeeded', words);
  }
});

/** A delivery that its endpoint missed, being off for a while. */
async function missedDelivery(studio: Account): Promise<string> {
  const [{ id }] = await w.sql(
    `select (a.endpoint).id from corkboard.add_endpoint($1, 'http://127.0.0.1:9/', 'json', '{client.created}') a`,
    studio.id,
  );
  await w.sql('select corkboard.disable_endpoint($1, $2)', studio.id, id);
  await studio.client();
  await w.sql('select corkboard.enable_endpoint($1, $2)', studio.id, id);
  const [missed] = await w.sql('select id from corkboard.webhook_deliveries where endpoint_id = $1', id);
  return missed.id;
}

test('the API description and its page are at the addresses in the docs', async t => {
  const [, section] = /## The description of the API\n(.*?)\n## /s.exec(pages['docs/integrators.md']!)!;
  for (const [, path] of section!.matchAll(/`(\/\w[^`]+)`/g))
    t.is((await fetch(w.baseUrl + path)).status, 200);
});

test('settings to paste into assistants are JSON, name the tool server, and send a key', t => {
  const snippets = blocks('json', '/api/mcp').map(json => JSON.stringify(JSON.parse(json)));
  t.is(snippets.length, 4);
  for (const snippet of snippets) {
    t.regex(snippet, /"https?:\/\/[^"/]+\/api\/mcp"/);
    t.regex(snippet, /Authorization/);
    t.regex(snippet, /Bearer (crk_…|\$\{[^}]+\})"/);
  }
  const lines = blocks('sh', '/api/mcp').flatMap(block => block.match(/^(claude|npx|curl) .*$/gm)!);
  t.is(lines.length, 4);
  for (const line of lines) {
    t.regex(line, /http:\/\/localhost:3000\/api\/mcp .*"Authorization: Bearer \$KEY"/);
  }
});

// Before the operator's commands, which make the plan that this makes and takes back.
test.serial('the docs’ SQL runs', async t => {
  const written = blocks('sql', '');
  t.true(written.length >= 5);
  for (const text of written) await w.db.query(`begin; ${text} rollback`);
});

test('the docs name every reason for a missing verdict', t => {
  const rows = table('`classificationUnavailable`', 'Why').map(([reason]) => reason);
  t.deepEqual(rows, Object.values(reasons));
});

test('the docs name every variable that the service reads, and no other', async t => {
  const config = await readFile(join(root, 'src/config.ts'), 'utf8');
  const read = [...config.matchAll(/^ {4}([A-Z_]+):/gm)].map(match => match[1]);
  t.deepEqual(
    table('Variable', 'Meaning', 'Default').map(([name]) => name!.replaceAll('`', '')),
    read,
  );
});

test('the docs name the default of every variable that has one', t => {
  const defaults = readConfig({});
  for (const [name, , given] of table('Variable', 'Meaning', 'Default')) {
    const field = name!
      .replaceAll('`', '')
      .toLowerCase()
      .replace(/_(.)/g, (_, letter) => letter.toUpperCase());
    const value = defaults[field as keyof typeof defaults];
    if (value !== undefined) t.is(given!.replaceAll('`', ''), `${value}`, field);
  }
});

test('the docs name every task and every dependency with its purpose', async t => {
  const names = (rows: string[][]) =>
    rows.flatMap(([named]) => named!.replaceAll('`', '').split(', ')).sort();
  const tasks = (await readdir(join(root, 'tasks'))).map(file => file.replace(/\.ts$/, ''));
  t.deepEqual(
    names(table('Task', 'When', 'What it does')),
    tasks.sort(),
    'Describe every task in docs/operating.md.',
  );
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  t.deepEqual(names(table('Package', 'What it is for')), Object.keys(dependencies).sort());
  const tools = Object.keys(devDependencies).filter(name => !name.startsWith('@types/'));
  t.deepEqual(names(table('Development package', 'What it is for')), tools.sort());
});

test('the docs’ commands are scripts, and the paths they show exist', async t => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  for (const [, name] of everyPage.matchAll(/`npm (?:run )?(?:--\w+ )?(\w+)/g))
    t.true(name! in scripts || ['install', 'ci', 'audit', 'version'].includes(name!), name);
  for (const [places] of table('Where', 'What lives there')) {
    for (const [, place] of places!.matchAll(/`([^`]+)`/g)) t.true(existsSync(join(root, place!)), place);
  }
  for (const [, place] of everyPage.matchAll(
    /`((?:src|tasks|sql|test|harness|bench|chaos|drill|docs|examples|ops)\/[^`*$ ]*)`/g,
  ))
    t.true(existsSync(join(root, place!)), place);
});

const headings = (path: string) => [...pages[path]!.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!);
/** What of a heading stands behind the # of a link. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

test('links in the docs work, and lead from the README to every page', t => {
  const linked = new Map<string, string[]>();
  for (const [path, text] of Object.entries(pages)) {
    const places: string[] = [];
    linked.set(path, places);
    for (const [, target] of text.matchAll(/\]\((?!https:)([^)]+)\)/g)) {
      const [file, section] = target!.split('#');
      const place = file === '' ? path : join(dirname(path), file!);
      t.true(existsSync(join(root, place)), `${path}: ${target}`);
      if (section !== undefined) t.true(headings(place).map(anchor).includes(section), `${path}: ${target}`);
      places.push(place);
    }
  }
  const reached = new Set(['README.md']);
  for (const path of reached) for (const place of linked.get(path) ?? []) reached.add(place);
  t.deepEqual(
    Object.keys(pages).filter(path => !reached.has(path)),
    [],
  );
});

test('every decision that the code refers to is a section of docs/decisions.md', async t => {
  const known = headings('docs/decisions.md');
  const sources = glob('{src,tasks,sql,test,harness,bench,chaos,drill}/**/*.{ts,sql}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  });
  for await (const path of sources) {
    const source = await readFile(join(root, path), 'utf8');
    for (const [, section] of source.matchAll(/\(.*decisions: ([^;)]+)\)/g))
      t.true(known.includes(section!), `${path}: ${section}`);
  }
});
