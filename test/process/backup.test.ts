import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { queryAt } from '../../harness/database.ts';
import { backUp, restore } from '../../src/database/embedded/backup.ts';
import { startEmbedded } from '../../src/database/embedded/embedded.ts';
import { runningEmbedded } from '../../src/database/embedded/folder.ts';
import { StartError } from '../../src/errors/startError.ts';
import { dataFolder, dropTemplates } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { newFolder, ofFile } from '../support/folder.ts';
import { type Launched, launch } from '../support/launch.ts';
import { connected } from '../support/postgres.ts';

// Moving the embedded database to another machine, and restoring it.

const run = promisify(execFile);

const owner = ofFile(test);
let folder: string;
/** The data folder that the tests back up. Each test starts its server itself. */
let data: string;
const place = (name: string) => join(folder, name);

test.serial.before(async () => {
  folder = await newFolder(owner);
  data = place('data');
  await rename(await dataFolder(), data);
  const { url, stop } = await startEmbedded(data);
  await dropTemplates(url);
  await queryAt(url, 'select corkboard.adopt_database()');
  await queryAt(url, `select from corkboard.create_workspace('Before', 'o@studio.example', 'USD', 'pro', 0)`);
  await stop();
});

/** The server of a data folder. It runs until it is stopped, or until the end of the test. */
async function started(t: ExecutionContext, dataDir = data, flags: string[] = []) {
  const server = await startEmbedded(dataDir, flags);
  t.teardown(server.stop);
  return server;
}

/** The copy of the files that a backup makes. */
const copy = () => join(data, 'postgres.backup');

/** The files in a backup. */
const namesIn = async (file: string) => (await run('tar', ['-tzf', file])).stdout.split('\n');

/** Pauses a backup when it has begun to copy the files. */
async function pausedIn({ child }: Launched): Promise<void> {
  await eventually(() => existsSync(copy()));
  child.kill('SIGSTOP');
}

const refused = (t: ExecutionContext, done: Promise<void>, message: RegExp) =>
  t.throwsAsync(done, { instanceOf: StartError, message });

test.serial(
  'of two backups at once while nothing runs at least one is made, without what a killed one left, and a copied data folder is recognized as a copy',
  async t => {
    await mkdir(copy());
    await writeFile(join(copy(), 'left'), '');
    const files = ['a', 'b'].map(name => place(`${name}.tar.gz`));
    const both = files.map(file => launch(t, 'backup', { DATA_DIR: data }, undefined, file));
    const ends = await Promise.all(both.map(({ ended }) => ended));
    t.true(ends.includes(0));
    for (const [n, { output }] of both.entries()) {
      if (ends[n] === 0) t.false((await namesIn(files[n]!)).includes('./left'));
      else t.regex(output(), /^The database is being started or stopped, [^\n]+\n$/);
    }
    // The copy keeps the owners, because PostgreSQL uses only files that it owns.
    await run('cp', ['-a', data, place('copied')]);
    const { url } = await started(t, place('copied'));
    t.deepEqual(await queryAt(url, 'select corkboard.is_copy() as copy'), [{ copy: true }]);
  },
);

/** How many rows had been committed when the backup in written.tar.gz was still under way. */
let least: number;

test.serial(
  'two backups at once of a running database that is written to are both complete, also after one that was killed',
  async t => {
    // So little log that a checkpoint recycles what was written during the backup, unless that is prevented.
    const { url } = await started(t, data, ['-c', 'max_wal_size=32MB', '-c', 'min_wal_size=32MB']);
    const killed = launch(t, 'backup', { DATA_DIR: data }, undefined, place('killed.tar.gz'));
    await pausedIn(killed);
    killed.child.kill('SIGKILL');
    await killed.ended;
    const slots = () => queryAt(url, 'select 1 from pg_replication_slots');
    await eventually(async () => (await slots()).length === 0);
    t.true(existsSync(copy()));
    await rm(copy(), { recursive: true });

    await queryAt(url, 'create table written (id bigint primary key, text text)');
    const stopping = new AbortController();
    t.teardown(() => stopping.abort());
    let committed = 0;
    const writing = (async () => {
      const client = await connected(t, url);
      for (; !stopping.signal.aborted; committed++) {
        await client.query(
          'insert into written select n, repeat(md5(n::text), 60) from (select $1::bigint + 1 as n) next',
          [committed],
        );
        await pause(2);
      }
    })();
    const [file, second] = [place('written.tar.gz'), place('second.tar.gz')];
    const slow = launch(t, 'backup', { DATA_DIR: data }, undefined, file);
    await pausedIn(slow);
    const fast = launch(t, 'backup', { DATA_DIR: data }, undefined, second);
    await Promise.race([fast.ended, fast.says(/Waiting for it/)]);
    for (let segment = 0; segment < 3; segment++) {
      const before = committed;
      await eventually(() => committed > before);
      await queryAt(url, 'select pg_switch_wal()');
      await queryAt(url, 'checkpoint');
    }
    least = committed;
    slow.child.kill('SIGCONT');
    t.deepEqual(await Promise.all([slow.ended, fast.ended]), [0, 0]);
    stopping.abort();
    await writing;
    t.deepEqual(await queryAt(url, 'select corkboard.is_copy() as copy'), [{ copy: false }]);
    t.regex(slow.output(), /^The database in \S+ is backed up in \S+\. Anyone who has the file can read /);
    for (const made of [file, second]) {
      const names = await namesIn(made);
      for (const name of ['./password', './backup_label', './global/pg_control'])
        t.true(names.includes(name));
      t.false(names.includes('./postmaster.pid'));
      t.is((await stat(made)).mode & 0o777, 0o600);
    }
    t.false(existsSync(copy()));
  },
);

test.serial(
  'a backup can be restored elsewhere with what was committed until it ended, where nothing is sent until it is adopted',
  async t => {
    const [file, other] = [place('written.tar.gz'), place('other')];
    await refused(t, backUp(data, file), /^\S+ already exists: [^\n]*$/);
    await refused(t, restore(data, file), /^There is a database in \S+ already: [^\n]*$/);
    const restored = launch(t, 'restore', { DATA_DIR: other }, undefined, file);
    t.is(await restored.ended, 0, restored.output());
    t.regex(restored.output(), /npm start -- --adopt; [^\n]* npm start -- --adopt --mute\.\n$/);

    const wary = launch(t, 'start', { DATA_DIR: other, PORT: '0' });
    t.is(await wary.ended, 1);
    t.regex(
      wary.output(),
      /^The database is a copy of another one, [^\n]* npm start -- --adopt, [^\n]* npm start -- --adopt --mute\.\n$/,
    );
    t.is(await runningEmbedded(other), null);
    const adopting = launch(t, 'start', { DATA_DIR: other, PORT: '0' }, undefined, '--adopt');
    await adopting.says(/Corkboard is serving on/);
    const url = (await runningEmbedded(other))!;
    const [found] = await queryAt(
      url,
      `select count(*)::int, max(id)::int as most, count(*) filter (where text <> repeat(md5(id::text), 60))::int as wrong,
              corkboard.is_copy() as copy, (select string_agg(name, ' ') from corkboard.workspaces) as names
         from written`,
    );
    t.true(found.count >= least, `${found.count} of ${least}`);
    t.like(found, { most: found.count, wrong: 0, copy: false, names: 'Before' });
    adopting.child.kill('SIGTERM');
    t.is(await adopting.ended, 0, adopting.output());
  },
);

test.serial('a missing or invalid backup is reported in one line and leaves nothing behind', async t => {
  const [empty, file] = [place('empty'), place('invalid.tar.gz')];
  await refused(t, restore(empty, file), /^There is no file [^\n]*$/);
  await writeFile(file, 'no archive');
  await refused(
    t,
    restore(empty, file),
    /^\S+ is not a Corkboard backup, or it is damaged or too large for the disk: [^\n]+[^.]\.$/,
  );
  const left = await readdir(empty);
  t.deepEqual(
    left.filter(name => name.startsWith('postgres')),
    [],
  );
  await refused(t, backUp(empty, file), /^\S+ already exists/);
  await refused(t, backUp(empty, `${file}2`), /^There is no database in [^\n]*$/);
});

for (const script of ['backup', 'restore']) {
  test(`${script} works only for the embedded database, and says what to do for others`, async t => {
    const env = { DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    const launched = launch(t, script, env, undefined, 'file');
    t.is(await launched.ended, 1);
    t.regex(launched.output(), /^DATABASE_URL names a database of your own: [^\n]*\n$/);
  });
}
