import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { launch } from '../support/launch.ts';
import { waitsForLock } from '../support/lockWaits.ts';
import { cloneDatabase, createDatabase } from '../support/postgres.ts';
import { password } from '../support/role.ts';
import { world } from '../support/world.ts';

const w = world(test);

/** A connection to a database, which is closed after the test. */
async function connected(t: { teardown(end: () => Promise<void>): void }, url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  t.teardown(() => client.end());
  return client;
}

/** A copy of the database under another name, like a restored dump. */
async function copied(): Promise<string> {
  const url = new URL(await cloneDatabase());
  const client = new pg.Client(url.href);
  await client.connect();
  await client.query(`update corkboard.instance set instance_id = 'elsewhere'`);
  await client.end();
  return url.href;
}

const releaseLock = `x'72656c65'::int`;
/** The process id of the session that holds the release lock. */
const lockHolders = `select l.pid from pg_locks l join pg_database d on d.oid = l.database
  where l.locktype = 'advisory' and l.granted and l.objid = ${releaseLock} and d.datname = current_database()`;

/** A database whose views are those of another version: a release replaces them, for which it needs their locks. */
async function withOtherViews(t: ExecutionContext): Promise<{ url: string; holder: pg.Client }> {
  const url = await cloneDatabase();
  const holder = await connected(t, url);
  await holder.query(`update corkboard.applied_files set sha256 = 'another' where path like 'views/%'`);
  return { url, holder };
}

/** A release that waits for a lock, the lock's holder, and the URL of their database; `prepare` runs there first. */
async function waiting(t: ExecutionContext, prepare = async (_: pg.Client) => {}) {
  const { url, holder } = await withOtherViews(t);
  await prepare(holder);
  await holder.query('begin; select * from corkboard_ops.job_backlog');
  const release = launch(t, 'release', { DATABASE_URL: url });
  await release.says(/The release waits for a lock/);
  return { url, holder, release };
}

const upToDate = 'The database is up to date.\n';

test.serial('release migrates the database, can be repeated, and exits with 0', async t => {
  for (let i = 0; i < 2; i++) {
    const release = launch(t, 'release', { DATABASE_URL: w.databaseUrl });
    t.is(await release.ended, 0);
    t.is(release.output(), upToDate);
  }
});

test.serial('web and worker report an unmigrated database in one line and leave it unchanged', async t => {
  const admin = await connected(t, process.env.CORKBOARD_TEST_SERVER!);
  const name = `${process.env.CORKBOARD_TEST_TEMPLATE}_bare`;
  await createDatabase(admin, name);
  const url = Object.assign(new URL(process.env.CORKBOARD_TEST_SERVER!), { pathname: `/${name}` }).href;
  for (const script of ['web', 'worker'] as const) {
    const launched = launch(t, script, { DATABASE_URL: url, PORT: '0' });
    t.is(await launched.ended, 1);
    t.regex(launched.output(), /^The database does not contain Corkboard yet: .*\n$/);
  }
  const bare = await connected(t, url);
  const { rows } = await bare.query(
    `select 1 from pg_namespace where nspname in ('corkboard', 'graphile_worker')`,
  );
  t.deepEqual(rows, []);
});

test.serial('web and worker report an older database in one line', async t => {
  const url = await cloneDatabase();
  const client = await connected(t, url);
  for (const older of [
    `update corkboard.releases set fingerprint = 'older'`,
    'drop table corkboard.releases',
  ]) {
    await client.query(older);
    for (const script of ['web', 'worker'] as const) {
      const launched = launch(t, script, { DATABASE_URL: url, PORT: '0' });
      t.is(await launched.ended, 1);
      t.is(launched.output(), 'The database is older than this version: run npm run release first.\n');
    }
  }
});

test.serial('web and worker of the previous release keep working on a newer database', async t => {
  const url = await cloneDatabase();
  const client = await connected(t, url);
  await client.query(`select corkboard.record_release('a later version')`);
  const web = launch(t, 'web', { DATABASE_URL: url, PORT: '0' });
  t.truthy(await web.says(/web is serving/));
  const worker = launch(t, 'worker', { DATABASE_URL: url });
  t.truthy(await worker.says(/worker is working/));
});

test.serial('no worker sends from a copy of a database until it is adopted', async t => {
  const url = await copied();
  const worker = launch(t, 'worker', { DATABASE_URL: url });
  t.is(await worker.ended, 1);
  t.regex(
    worker.output(),
    /^The database is a copy of another one, .* -- --adopt, .* -- --adopt --mute\.\n$/,
  );
  const start = launch(t, 'start', { DATABASE_URL: url, PORT: '0' });
  t.is(await start.ended, 1);
  t.regex(start.output(), /^The database is a copy /);
  // Reading and drafting are harmless.
  const web = launch(t, 'web', { DATABASE_URL: url, PORT: '0' });
  t.truthy(await web.says(/web is serving/));
  const readyz = await fetch(`http://127.0.0.1:${await web.says(/"port":(\d+)/)}/readyz`);
  t.is(readyz.status, 503);
  t.regex(await readyz.text(), /is a copy.*-- --adopt if.* -- --adopt --mute/);
  // A plain release doesn't adopt a copy, because it runs at every deploy.
  const release = launch(t, 'release', { DATABASE_URL: url });
  t.is(await release.ended, 0);
  t.regex(release.output(), /^The database is a copy .*\nThe database is up to date\.\n$/);
  const adopt = launch(t, 'release', { DATABASE_URL: url }, undefined, '--adopt');
  t.is(await adopt.ended, 0);
  t.is(adopt.output(), upToDate);
  const adopted = launch(t, 'worker', { DATABASE_URL: url });
  t.truthy(await adopted.says(/worker is working/));
});

test('any role may read the version of the database', async t => {
  await w.db.query(
    'create role corkboard_test_plain; grant usage on schema corkboard to corkboard_test_plain',
  );
  const client = await w.db.connect();
  try {
    await client.query('set role corkboard_test_plain');
    const { rows } = await client.query('select corkboard.instance_id() as here');
    t.regex(rows[0].here, /^\d+\/\d+(\/\d+)?$/);
  } finally {
    await client.query('reset role; drop owned by corkboard_test_plain; drop role corkboard_test_plain');
    client.release();
  }
});

test('a release that needs a lock says who holds it, lets others through, and continues when it is free', async t => {
  const { url, holder } = await withOtherViews(t);
  await holder.query(
    `set application_name = 'a long report'; begin; select * from corkboard_ops.job_backlog`,
  );
  await pause(1_100);
  const release = launch(t, 'release', { DATABASE_URL: url });
  const pid = await release.says(
    /The release waits for a lock: process (\d+) \(a long report, idle in transaction\)/,
  );
  const { rows } = await holder.query('select pg_backend_pid() as pid');
  t.is(Number(pid), rows[0].pid);
  await holder.query('commit');
  t.is(await release.ended, 0);
});

test('a release waits for locks on its own records too, and says who holds them', async t => {
  for (const table of ['migrations', 'releases', 'applied_files', 'instance']) {
    const url = await cloneDatabase();
    const holder = await connected(t, url);
    await holder.query(`begin; lock table corkboard.${table} in access exclusive mode`);
    const release = launch(t, 'release', { DATABASE_URL: url });
    await release.says(/^The release waits for a lock: process \d+ /);
    await holder.query('commit');
    t.is(await release.ended, 0, release.output());
  }
});

test('a release that deadlocks with another transaction yields and continues', async t => {
  const { url, holder } = await withOtherViews(t);
  const watch = await connected(t, url);
  // The transaction that detects the deadlock first yields; on a busy machine that may be the later one.
  await holder.query(`set deadlock_timeout = '1min'`);
  await holder.query('begin; select * from corkboard_ops.job_backlog');
  const release = launch(t, 'release', { DATABASE_URL: url });
  // By then the release has replaced the views that precede this one.
  await waitsForLock(watch);
  await holder.query('select * from corkboard_ops.delivery_backlog');
  await holder.query('commit');
  t.is(await release.ended, 0, release.output());
});

test('a release waits for another one, and names it', async t => {
  const url = await cloneDatabase();
  const other = await connected(t, url);
  await other.query(`begin; select pg_advisory_xact_lock(${releaseLock})`);
  const { rows } = await other.query('select pg_backend_pid() as pid');
  const release = launch(t, 'release', { DATABASE_URL: url });
  t.is(Number(await release.says(/Another release is running: process (\d+) /)), rows[0].pid);
  await other.query('commit');
  t.is(await release.ended, 0);
});

test('a release keeps its lock if the database ends idle transactions', async t => {
  const { url, holder, release } = await waiting(t, async holder => {
    await holder.query(`alter database ${holder.database} set idle_in_transaction_session_timeout = '1s'`);
  });
  await release.says(/waits for a lock[\s\S]*waits for a lock/);
  const watch = await connected(t, url);
  t.is((await watch.query(lockHolders)).rowCount, 1);
  await holder.query('commit');
  t.is(await release.ended, 0, release.output());
});

test('a release that loses its lock stops with a message', async t => {
  const { url, release } = await waiting(t);
  const watch = await connected(t, url);
  await watch.query(`select pg_terminate_backend(pid) from (${lockHolders}) holder`);
  t.is(await release.ended, 1);
  t.regex(release.output(), /\nThe release has lost the connection [^\n]+\n$/);
});

test('a stopped release ends at once, and the next one can start', async t => {
  const { url, holder, release } = await waiting(t);
  const inLine = launch(t, 'release', { DATABASE_URL: url });
  await inLine.says(/Another release is running/);
  for (const stopped of [inLine, release]) {
    stopped.child.kill('SIGTERM');
    t.is(await stopped.ended, 1);
    t.regex(stopped.output(), /\nThe release was told to stop before it was done: run it again\.\n$/);
  }
  const next = launch(t, 'release', { DATABASE_URL: url });
  await next.says(/The release waits for a lock/);
  await holder.query('commit');
  t.is(await next.ended, 0, next.output());
});

test('a missing privilege is reported in one line that names it, and with it the release succeeds', async t => {
  const admin = await connected(t, process.env.CORKBOARD_TEST_SERVER!);
  const name = `${process.env.CORKBOARD_TEST_TEMPLATE}_owned`;
  await createDatabase(admin, name);
  await admin.query(`create role ${name} login password '${password}'`);
  t.teardown(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop role ${name}`);
  });
  const url = Object.assign(new URL(process.env.CORKBOARD_TEST_SERVER!), {
    pathname: `/${name}`,
    username: name,
    password,
  }).href;
  const first = launch(t, 'release', { DATABASE_URL: url });
  t.is(await first.ended, 1);
  t.regex(first.output(), /^A release needs the role [^\n]+: permission denied for database [^\n]+\n$/);
  const [grant] = /grant create on database "\w+" to "\w+"/.exec(first.output())!;
  await admin.query(grant);
  const second = launch(t, 'release', { DATABASE_URL: url });
  t.is(await second.ended, 0, second.output());
  // It may not see a superuser's transactions, but the process that holds the lock.
  const holder = await connected(
    t,
    Object.assign(new URL(process.env.CORKBOARD_TEST_SERVER!), { pathname: `/${name}` }).href,
  );
  await holder.query('begin; lock table corkboard.clients in access exclusive mode');
  const third = launch(t, 'release', { DATABASE_URL: url });
  await third.says(
    new RegExp(
      `The release waits for a lock: process \\d+ of the role \\w+, whose transactions ${name} may not see`,
    ),
  );
  await holder.query('commit');
  t.is(await third.ended, 0, third.output());
  // This role may create schemas, but doesn't own the existing ones.
  const stranger = launch(t, 'release', { DATABASE_URL: w.serviceUrl });
  t.is(await stranger.ended, 1);
  t.regex(stranger.output(), /^A release needs the role that owns the objects in the database [^\n]+\n$/);
});
