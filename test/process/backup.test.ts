import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { backUp, restore } from '../../src/database/embedded/backup.ts';
import { startEmbedded } from '../../src/database/embedded/embedded.ts';
import { runningEmbedded } from '../../src/database/embedded/folder.ts';
import { migrate } from '../../src/database/migrate.ts';
import { StartError } from '../../src/errors/startError.ts';
import { eventually } from '../support/eventually.ts';
import { type Launched, launch } from '../support/launch.ts';

// Moving the embedded database to another machine, and restoring it.

const run = promisify(execFile);

let folder: string;
/** The data folder that the tests back up. Each test starts its server itself. */
let data: string;
const place = (name: string) => join(folder, name);

test.serial.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corkboard-backup-'));
  // The user postgres must be able to enter this folder to reach the data below it.
  await chmod(folder, 0o755);
  data = place('data');
  const { url, stop } = await startEmbedded(data);
  await migrate(url);
  await query(url, `select from corkboard.create_workspace('Before', 'o@studio.example', 'USD', 'pro', 0)`);
  await stop();
});
test.after.always(() => rm(folder, { recursive: true, force: true }));

async function query(url: string, text: string): Promise<any[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

const workspaces = async (url: string) =>
  (await query(url, 'select name from corkboard.workspaces order by name')).map(({ name }) => name);

/** The server of a data folder. It runs until it is stopped, or until the end of the test. */
async function started(t: ExecutionContext, dataDir = data, flags: string[] = []) {
  const server = await startEmbedded(dataDir, flags);
  t.teardown(server.stop);
  const isCopy = async () => (await query(server.url, 'select corkboard.is_copy() as copy'))[0].copy;
  return { ...server, isCopy };
}

/** The copy of the files that a backup makes. */
const copy = () => join(data, 'postgres.backup');

/** Pauses a backup when it has begun to copy the files. */
async function pausedIn({ child }: Launched): Promise<void> {
  await eventually(() => existsSync(copy()));
  child.kill('SIGSTOP');
}

const refused = (t: ExecutionContext, done: Promise<void>, message: RegExp) =>
  t.throwsAsync(done, { instanceOf: StartError, message });

test.serial(
  'a backup can be made while nothing runs, and a copied data folder is recognized as a copy',
  async t => {
    await backUp(data, place('idle.tar.gz'));
    t.true((await stat(place('idle.tar.gz'))).size > 100_000);
    const both = ['a', 'b'].map(name =>
      launch(t, 'backup', { DATA_DIR: data }, undefined, place(`${name}.tar.gz`)),
    );
    const ends = await Promise.all(both.map(({ ended }) => ended));
    t.true(ends.includes(0));
    for (const { ended, output } of both)
      if ((await ended) !== 0) t.regex(output(), /^The database is being started or stopped, [^\n]+\n$/);
    // The copy keeps the owners, because PostgreSQL uses only files that it owns.
    await run('cp', ['-a', data, place('copied')]);
    const { isCopy } = await started(t, place('copied'));
    t.true(await isCopy());
  },
);

test.serial('two backups at once of a running database are both complete', async t => {
  await started(t);
  const [file, second] = [place('1.tar.gz'), place('2.tar.gz')];
  const slow = launch(t, 'backup', { DATA_DIR: data }, undefined, file);
  await pausedIn(slow);
  const fast = launch(t, 'backup', { DATA_DIR: data }, undefined, second);
  await Promise.race([fast.ended, fast.says(/Waiting for it/)]);
  slow.child.kill('SIGCONT');
  t.deepEqual(await Promise.all([slow.ended, fast.ended]), [0, 0]);
  t.regex(slow.output(), /^The database in \S+ is backed up in \S+\. Anyone who has the file can read /);
  for (const made of [file, second]) {
    const { stdout } = await run('tar', ['-tzf', made]);
    const names = stdout.split('\n');
    for (const name of ['./password', './backup_label', './global/pg_control']) t.true(names.includes(name));
    t.false(names.includes('./postmaster.pid'));
    t.is((await stat(made)).mode & 0o777, 0o600);
  }
  t.false(existsSync(copy()));
});

test.serial(
  'a backup of a database that is written to contains what was committed until it ended',
  async t => {
    // So little log that a checkpoint recycles what was written during the backup, unless that is prevented.
    const { url, stop } = await started(t, data, ['-c', 'max_wal_size=32MB', '-c', 'min_wal_size=32MB']);
    await query(url, 'create table written (id bigint primary key, text text)');
    const stopping = new AbortController();
    t.teardown(() => stopping.abort());
    let committed = 0;
    const writing = (async () => {
      const client = new pg.Client(url);
      await client.connect();
      for (; !stopping.signal.aborted; committed++)
        await client.query(
          'insert into written select n, repeat(md5(n::text), 60) from (select $1::bigint + 1 as n) next',
          [committed],
        );
      await client.end();
    })();
    const file = place('written.tar.gz');
    const backup = launch(t, 'backup', { DATA_DIR: data }, undefined, file);
    await pausedIn(backup);
    for (let segment = 0; segment < 6; segment++) {
      const before = committed;
      await eventually(() => committed > before);
      await query(url, 'select pg_switch_wal()');
      await query(url, 'checkpoint');
    }
    const least = committed;
    backup.child.kill('SIGCONT');
    t.is(await backup.ended, 0, backup.output());
    stopping.abort();
    await writing;
    await query(url, 'drop table written');
    await stop();
    const other = place('written');
    await restore(other, file);
    const restored = await started(t, other);
    const [{ count, most, wrong }] = await query(
      restored.url,
      `select count(*)::int, max(id)::int as most, count(*) filter (where text <> repeat(md5(id::text), 60))::int as wrong from written`,
    );
    t.true(count >= least, `${count} of ${least}`);
    t.deepEqual({ most, wrong }, { most: count, wrong: 0 });
  },
);

test.serial(
  'a backup that is killed leaves nothing to the server, and its copy only until the next one',
  async t => {
    const { url } = await started(t);
    const killed = launch(t, 'backup', { DATA_DIR: data }, undefined, place('killed.tar.gz'));
    await pausedIn(killed);
    killed.child.kill('SIGKILL');
    await killed.ended;
    t.true(existsSync(copy()));
    const slots = () => query(url, 'select 1 from pg_replication_slots');
    await eventually(async () => (await slots()).length === 0);
    await backUp(data, place('after.tar.gz'));
    t.false(existsSync(copy()));
  },
);

test.serial(
  'a backup of a running database can be restored elsewhere, where nothing is sent until it is adopted',
  async t => {
    const [file, other] = [place('1.tar.gz'), place('other')];
    const original = await started(t);
    await query(
      original.url,
      `select from corkboard.create_workspace('After', 'o@studio.example', 'USD', 'pro', 0)`,
    );
    await refused(t, backUp(data, file), /^\S+ already exists: [^\n]*$/);
    await refused(t, restore(data, file), /^There is a database in \S+ already: [^\n]*$/);

    const restored = launch(t, 'restore', { DATA_DIR: other }, undefined, file);
    t.is(await restored.ended, 0, restored.output());
    t.regex(restored.output(), /npm start -- --adopt; [^\n]* npm start -- --adopt --mute\.\n$/);
    const wary = await started(t, other);
    t.like(await migrate(wary.url), { isCopy: true });
    await wary.stop();
    const adopting = launch(t, 'start', { DATA_DIR: other, PORT: '0' }, undefined, '--adopt');
    await adopting.says(/Corkboard is serving on/);
    t.deepEqual(await workspaces((await runningEmbedded(other))!), ['Before']);
    adopting.child.kill('SIGTERM');
    t.is(await adopting.ended, 0, adopting.output());
    // From then on, both the restored and the original database count as originals.
    t.false(await (await started(t, other)).isCopy());
    await original.stop();
    t.false(await (await started(t)).isCopy());
  },
);

test.serial('a missing or invalid backup is reported in one line and leaves nothing behind', async t => {
  const [empty, file] = [place('empty'), place('invalid.tar.gz')];
  await refused(t, restore(empty, file), /^There is no file [^\n]*$/);
  await writeFile(file, 'no archive');
  await refused(t, restore(empty, file), /^\S+ is not a Corkboard backup, or it is damaged\.$/);
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
