import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { document } from '../test/support/contract.ts';
import { pages } from '../test/support/readme.ts';
import { world } from '../test/support/world.ts';

const w = world(test);

const run = promisify(execFile);
const here = import.meta.dirname;
const root = join(here, '..');
const options = { timeout: 100_000 };

/** Creates a folder with the client and types generated from a description, where the client's packages are found. */
async function project(description: object): Promise<string> {
  const folder = await mkdtemp(join(here, 'node_modules/.client-'));
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(description));
  const settings = { extends: join(root, 'tsconfig.json'), files: ['client.ts'], include: [] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  await copyFile(join(here, 'client.ts'), join(folder, 'client.ts'));
  const generator = join(here, 'node_modules/.bin/openapi-typescript');
  await run(process.execPath, [generator, 'openapi.json', '-o', 'schema.d.ts'], { ...options, cwd: folder });
  return folder;
}

/** The compiler's errors about the client; empty if there are none. */
async function compile(folder: string): Promise<string> {
  const compiler = join(root, 'node_modules/.bin/tsc');
  return run(compiler, [], { ...options, cwd: folder }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}

test.serial(
  'a client compiles with types generated from the description, unless it uses a wrong field',
  async t => {
    const folder = await project(document);
    t.teardown(() => rm(folder, { recursive: true }));
    t.is(await compile(folder), '');
    const client = join(folder, 'client.ts');
    const text = await readFile(client, 'utf8');
    await writeFile(client, text.replace('body.data.invoiceNumber', 'body.data.invoiceName'));
    t.regex(await compile(folder), /'invoiceName' does not exist/);
  },
);

test('that client works with the server', async t => {
  const studio = await w.workspace();
  const client = new URL('client.ts', import.meta.url).href;
  const { draft } = await import(client);
  const { totalCents, dueDate, url } = await draft(w.baseUrl, studio.key);
  t.is(totalCents, 420_000);
  t.is(dueDate, null);
  t.regex(url, /^\/projects\/[0-9a-f-]+\?tab=invoices$/);
});

test('the command in the documentation generates the types', async t => {
  const [, command] = /```sh\nnpx (openapi-typescript .*)\n```/.exec(pages['docs/integrators.md']!)!;
  const folder = await mkdtemp(join(here, 'node_modules/.client-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const pasted = command!.replace('http://localhost:3000', w.baseUrl);
  const env = { ...process.env, PATH: `${join(here, 'node_modules/.bin')}:${process.env.PATH}` };
  await run('bash', ['-c', pasted], { ...options, cwd: folder, env });
  const types = await readFile(join(folder, 'corkboard.d.ts'), 'utf8');
  t.true(types.includes('"/api/v1/projects/{id}/scope"') && types.includes('"invoice.overdue"'));
});
