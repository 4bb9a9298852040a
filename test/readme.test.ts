import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { statusOf } from '../src/failure.ts';
import { catalogue } from '../src/operations/catalogue.ts';
import { world } from './support/world.ts';

// What README.md claims.
const w = world(test);

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const shell = promisify(execFile);

/** The rows of the table whose header row begins with these cells. */
function table(...header: string[]): string[][] {
  const lines = readme.split('\n');
  const start = lines.findIndex(line => line.startsWith(`| ${header.join(' | ')} |`));
  const end = lines.findIndex((line, i) => i > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  );
}

test('its curl lines work when pasted, in their order', async t => {
  const studio = await w.workspace();
  const env: Record<string, string> = { PATH: process.env.PATH!, KEY: studio.key };
  const blocks = [...readme.matchAll(/```sh\n(.*?)```/gs)]
    .map(match => match[1]!)
    .filter(block => block.includes('curl '));
  t.true(blocks.length >= 6);
  let answers = 0;
  for (const command of blocks
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
  const [, block] = /```sql\n(.*?)```/s.exec(readme)!;
  await w.db.query(`begin; ${block} rollback`);
  t.pass();
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

test('it names every variable that the service reads, and no other', async t => {
  const config = await readFile(join(root, 'src/config.ts'), 'utf8');
  const read = [...config.matchAll(/^ {4}([A-Z_]+):/gm)].map(match => match[1]);
  t.deepEqual(
    table('Variable', 'Meaning', 'Default').map(([name]) => name!.replaceAll('`', '')),
    read,
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
