import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { reasons } from '../src/classification/reasons.ts';
import { readConfig } from '../src/config.ts';
import { statusOf } from '../src/failure.ts';
import { catalogue } from '../src/operations/catalogue.ts';
import { blocks, readme, root, table } from './support/readme.ts';
import { world } from './support/world.ts';

// What README.md claims.
const w = world(test);

const shell = promisify(execFile);

test('its curl lines work when pasted, in their order', async t => {
  const studio = await w.workspace();
  const env: Record<string, string> = { PATH: process.env.PATH!, KEY: studio.key };
  const pages = blocks('sh', 'curl ');
  t.true(pages.length >= 6);
  let answers = 0;
  for (const command of pages
    .flatMap(block => block.split(/^(?=curl )/m))
    .filter(line => line.startsWith('curl '))) {
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
  t.true(answers >= 11);
});

test('its description and page are where it says, and its command makes types of a client', async t => {
  const [, section] = /### The description of the API\n(.*?)\n##/s.exec(readme)!;
  for (const [, path] of section!.matchAll(/`(\/\w[^`]+)`/g))
    t.is((await fetch(w.baseUrl + path)).status, 200);
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-readme-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const [, command] = /```sh\nnpx (.*)\n```/.exec(section!)!;
  const bin = join(root, 'test/http/openapi/generator/node_modules/.bin');
  const pasted = command!.replace('http://localhost:3000', w.baseUrl);
  await shell('bash', ['-c', pasted], { cwd: folder, env: { PATH: `${bin}:${process.env.PATH}` } });
  const types = await readFile(join(folder, 'corkboard.d.ts'), 'utf8');
  t.true(types.includes('"/api/v1/projects/{id}/scope"') && types.includes('"invoice.overdue"'));
});

test('what it says to paste into assistants is JSON, names the tool server and sends a key', t => {
  const [, section] = /^## Connecting an assistant$(.*?)^## /ms.exec(readme)!;
  const snippets = [...section!.matchAll(/```json\n(.*?)```/gs)].map(([, json]) =>
    JSON.stringify(JSON.parse(json!)),
  );
  t.is(snippets.length, 4);
  for (const snippet of snippets) {
    t.regex(snippet, /"https?:\/\/[^"/]+\/api\/mcp"/);
    t.regex(snippet, /Authorization/);
    t.regex(snippet, /Bearer (crk_…|\$\{[^}]+\})"/);
  }
  for (const [, command] of section!.matchAll(/^((?:claude|npx|curl) .*)$/gm)) {
    t.regex(command!, /http:\/\/localhost:3000\/api\/mcp .*"Authorization: Bearer \$KEY"/);
  }
});

test('its SQL runs', async t => {
  const pages = blocks('sql', '');
  t.is(pages.length, 3);
  for (const page of pages) await w.db.query(`begin; ${page} rollback`);
});

test('it names every operation with its route and scope', t => {
  const rows = table('Operation', 'Route', 'Scope').map(([name, route, scope]) => [
    name,
    route!.split('`')[1],
    scope,
  ]);
  t.deepEqual(
    rows,
    catalogue.map(({ name, method, path, scope }) => [name, `${method} /api/v1${path}`, `\`${scope}\``]),
  );
});

test('it names every error code with its status', t => {
  const rows = table('Status', 'code', 'What it means').map(([status, code]) => [
    code!.replaceAll('`', ''),
    Number(status),
  ]);
  t.deepEqual(Object.fromEntries(rows), statusOf);
});

test('it names every reason for which a revision has no verdict', t => {
  const rows = table('`classificationUnavailable`', 'Why').map(([reason]) => reason);
  t.deepEqual(rows, Object.values(reasons));
});

test('it names every variable that the service reads, and no other', async t => {
  const config = await readFile(join(root, 'src/config.ts'), 'utf8');
  const read = [...config.matchAll(/^ {4}([A-Z_]+):/gm)].map(match => match[1]);
  t.deepEqual(
    table('Variable', 'Meaning', 'Default').map(([name]) => name!.replaceAll('`', '')),
    read,
  );
});

test('it names the default of every variable that has one', t => {
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

test('it names the whole schedule of retries', async t => {
  const { rows } = await w.db.query(
    `select extract(epoch from corkboard.retry_delay(n))::integer as seconds from generate_series(1, 6) n`,
  );
  const schedule = /tried again after\s+(.*?), each time/s.exec(readme)![1]!;
  const seconds = [...schedule.matchAll(/(\d+) (minute|hour)/g)].map(
    ([, n, unit]) => Number(n) * (unit === 'hour' ? 3600 : 60),
  );
  t.deepEqual(
    seconds,
    rows.map(row => row.seconds),
  );
});

test('its commands are scripts, and the places it shows exist', async t => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  for (const [, name] of readme.matchAll(/`npm (?:run )?(\w+)`/g))
    t.true(name! in scripts || name === 'install', name);
  for (const [places] of table('Where', 'What lives there')) {
    for (const [, place] of places!.matchAll(/`([^`]+)`/g)) t.true(existsSync(join(root, place!)), place);
  }
});
