import { execFile } from 'node:child_process';
import { access, chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { call } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { launch } from '../support/launch.ts';

// Moving the embedded database to another machine, and restoring it.

const serving = /Corkboard is serving on (\S+)/;

async function place(t: ExecutionContext): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'corkboard-backup-'));
  // The user postgres must be able to enter this folder to reach the data below it.
  await chmod(made, 0o755);
  // A server that was just told to stop still writes there.
  t.teardown(() => rm(made, { recursive: true, force: true, maxRetries: 10 }));
  return made;
}

/** Runs a script until it ends. Returns its exit status and output. */
async function ran(t: ExecutionContext, script: string, DATA_DIR: string, ...args: string[]) {
  const launched = launch(t, script, { DATA_DIR, PORT: '0' }, undefined, ...args);
  return { status: await launched.ended, said: launched.output() };
}

test('a backup made while npm start runs can be restored elsewhere, and the restored database sends nothing until it is adopted', async t => {
  const folder = await place(t);
  const [data, file, other] = [join(folder, 'data'), join(folder, 'backup.tar.gz'), join(folder, 'other')];
  const start = launch(t, 'start', { DATA_DIR: data, PORT: '0' });
  const baseUrl = await start.says(serving);
  const key = await start.says(/(crk_[\w-]+)/);
  const clients = async (from: string) => (await call(from, { method: 'GET', path: '/clients', key })).text;
  const create = (name: string) => call(baseUrl, { method: 'POST', path: '/clients', key, body: { name } });
  await create('Before the backup');
  const before = await clients(baseUrl);
  t.like(await ran(t, 'backup', data, file), { status: 0 });
  t.is((await stat(file)).mode & 0o777, 0o600);
  await create('After the backup');
  const twice = await ran(t, 'backup', data, file);
  t.is(twice.status, 1);
  t.regex(twice.said, /^\S+ already exists: [^\n]*\n$/);
  const over = await ran(t, 'restore', data, file);
  t.is(over.status, 1);
  t.regex(over.said, /^There is a database in \S+ already: [^\n]*\n$/);

  const restored = await ran(t, 'restore', other, file);
  t.is(restored.status, 0, restored.said);
  t.regex(restored.said, /npm start -- --adopt; [^\n]* npm start -- --adopt --mute\.\n$/);
  const wary = await ran(t, 'start', other);
  t.is(wary.status, 1);
  t.regex(
    wary.said,
    /^The database is a copy of another one, [^\n]* npm start -- --adopt, [^\n]* npm start -- --adopt --mute\.\n$/,
  );
  const adopting = launch(t, 'start', { DATA_DIR: other, PORT: '0' }, undefined, '--adopt');
  t.is(await clients(await adopting.says(serving)), before);
  adopting.child.kill('SIGTERM');
  t.is(await adopting.ended, 0);
  // From then on, both the restored and the original database count as originals.
  const again = launch(t, 'start', { DATA_DIR: other, PORT: '0' });
  await again.says(serving);
  start.child.kill('SIGTERM');
  t.is(await start.ended, 0);
  const original = launch(t, 'start', { DATA_DIR: data, PORT: '0' });
  await original.says(serving);
});

test('a backup can be made while nothing runs, and a copied data folder is recognized as a copy', async t => {
  const folder = await place(t);
  const [data, file, copy] = [join(folder, 'data'), join(folder, 'backup.tar.gz'), join(folder, 'copy')];
  const start = launch(t, 'start', { DATA_DIR: data, PORT: '0' });
  await start.says(serving);
  start.child.kill('SIGTERM');
  await start.ended;
  t.like(await ran(t, 'backup', data, file), { status: 0 });
  t.true((await stat(file)).size > 100_000);
  const both = await Promise.all(['1', '2'].map(name => ran(t, 'backup', data, `${file}.${name}`)));
  t.true(both.some(({ status }) => status === 0));
  for (const { status, said } of both)
    if (status !== 0) t.regex(said, /^The database is being started or stopped, [^\n]+\n$/);
  // The copy keeps the owners, because PostgreSQL uses only files that it owns.
  await promisify(execFile)('cp', ['-a', data, copy]);
  const { status, said } = await ran(t, 'start', copy);
  t.is(status, 1);
  t.regex(said, /^The database is a copy /);
});

test('two backups at once are both complete', async t => {
  const folder = await place(t);
  const [data, file, second] = [join(folder, 'data'), join(folder, '1.tar.gz'), join(folder, '2.tar.gz')];
  const start = launch(t, 'start', { DATA_DIR: data, PORT: '0' });
  await start.says(serving);
  const password = join(data, 'postgres', 'password');
  const slow = launch(t, 'backup', { DATA_DIR: data }, undefined, file);
  await eventually(
    () =>
      access(password).then(
        () => true,
        () => false,
      ),
    isThere => isThere,
  );
  // The first backup has written its password file. It is paused, so that it now runs slowly.
  slow.child.kill('SIGSTOP');
  const fast = launch(t, 'backup', { DATA_DIR: data }, undefined, second);
  await Promise.race([fast.ended, fast.says(/Waiting for it/)]);
  slow.child.kill('SIGCONT');
  t.deepEqual(await Promise.all([slow.ended, fast.ended]), [0, 0]);
  for (const made of [file, second]) {
    const { stdout } = await promisify(execFile)('tar', ['-tzf', made]);
    t.true(stdout.split('\n').includes('password'), made);
  }
  // PostgreSQL's folder is unchanged.
  await t.throwsAsync(access(password), { code: 'ENOENT' });
});

test('a missing or invalid backup is reported in one line and leaves nothing behind', async t => {
  const folder = await place(t);
  const [data, file] = [join(folder, 'data'), join(folder, 'backup.tar.gz')];
  t.regex((await ran(t, 'restore', data, file)).said, /^There is no file [^\n]*\n$/);
  await writeFile(file, 'no archive');
  const { status, said } = await ran(t, 'restore', data, file);
  t.is(status, 1);
  t.regex(said, /^\S+ is not a Corkboard backup, or it is damaged\.\n$/);
  t.false((await readdir(data)).includes('postgres'));
  t.false((await readdir(data)).includes('postgres.new'));
  t.regex((await ran(t, 'backup', join(folder, 'none'), file)).said, /^\S+ already exists/);
  t.regex(
    (await ran(t, 'backup', join(folder, 'none'), `${file}2`)).said,
    /^There is no database in [^\n]*\n$/,
  );
});

for (const script of ['backup', 'restore']) {
  test(`${script} works only for the embedded database, and says what to do for others`, async t => {
    const env = { DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    const launched = launch(t, script, env, undefined, 'file');
    t.is(await launched.ended, 1);
    t.regex(launched.output(), /^DATABASE_URL names a database of your own: [^\n]*\n$/);
  });
}
