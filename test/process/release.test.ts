import test, { type ExecutionContext } from 'ava';
import type pg from 'pg';
import { migrate } from '../../src/database/migrate.ts';
import { checkReleased } from '../../src/database/released.ts';
import { StartError } from '../../src/errors/startError.ts';
import { eventually } from '../support/eventually.ts';
import { launch } from '../support/launch.ts';
import { waitsForLock } from '../support/lockWaits.ts';
import { printedErrors } from '../support/loggedLines.ts';
import { addressOf, cloneDatabase, connected, createDatabase } from '../support/postgres.ts';
import { asService, password } from '../support/role.ts';

/** A new, empty database with this name, and its address for its owner. */
async function empty(t: ExecutionContext, suffix: string) {
  const server = process.env.CORKBOARD_TEST_SERVER!;
  const admin = await connected(t, server);
  const name = `${process.env.CORKBOARD_TEST_TEMPLATE}_${suffix}`;
  await createDatabase(admin, name);
  return { admin, name, url: addressOf(server, name) };
}

/** The process id of the session that holds the release lock. */
const lockHolders = `select l.pid from pg_locks l join pg_database d on d.oid = l.database
  where l.locktype = 'advisory' and l.granted and l.objid = x'72656c65'::int and d.datname = current_database()`;

/** A database whose views are those of another version: a release replaces them, for which it needs their locks. */
async function withOtherViews(t: ExecutionContext): Promise<{ url: string; holder: pg.Client }> {
  const url = await cloneDatabase();
  const holder = await connected(t, url);
  await holder.query(`update corkboard.applied_files set sha256 = 'another' where path like 'views/%'`);
  return { url, holder };
}

const ofRelease = { application: 'corkboard release' };

const errors = printedErrors(test);
/** Waits until a release in this process has said this. */
const saysOf = (text: string) => eventually(() => errors.some(line => line.includes(text)));

test('web reports an unmigrated database in one line and leaves it unchanged', async t => {
  const { url } = await empty(t, 'bare');
  await t.throwsAsync(checkReleased(url, 'web'), {
    instanceOf: StartError,
    message: /^The database does not contain Corkboard yet: .*$/,
  });
  const bare = await connected(t, url);
  const { rows } = await bare.query(
    `select 1 from pg_namespace where nspname in ('corkboard', 'graphile_worker')`,
  );
  t.deepEqual(rows, []);
});

test('web and worker work on a database of a later version, and on none that is older or from before the first release', async t => {
  const url = await cloneDatabase();
  const client = await connected(t, url);
  const both = ['web', 'worker'] as const;
  await client.query(`select corkboard.record_release(1000000)`);
  for (const process of both) await t.notThrowsAsync(checkReleased(url, process));
  const older = 'The database is older than this version: run npm run release first.';
  for (const [change, message] of [
    [`delete from corkboard.releases where build_number <> 1000000`, older],
    ['drop table corkboard.releases', older],
    [
      `update corkboard.migrations set name = '001_schemas' where name = '001_schemas_and_row_types'`,
      'The database was made before 1.0.0, the first release (migration 001_schemas), and nothing upgrades it. Set DATABASE_URL to an empty database or, if it is not set, move the data folder away.',
    ],
  ] as const) {
    await client.query(change);
    for (const process of both)
      await t.throwsAsync(checkReleased(url, process), { instanceOf: StartError, message });
  }
});

test('no worker sends from a copy of a database until it is adopted', async t => {
  const url = await cloneDatabase();
  const client = await connected(t, url);
  await client.query(`update corkboard.instance set instance_id = 'elsewhere'`);
  await t.throwsAsync(checkReleased(url, 'worker'), {
    instanceOf: StartError,
    message: /^The database is a copy of another one, .* -- --adopt, .* -- --adopt --mute\.$/,
  });
  // Reading and drafting are harmless.
  await t.notThrowsAsync(checkReleased(url, 'web'));
  const { rows } = await client.query(
    'select corkboard.readiness_problem(max(build_number)) as reason from corkboard.releases',
  );
  t.regex(rows[0].reason, /is a copy.*-- --adopt if.* -- --adopt --mute/);
  // A plain release doesn't adopt a copy, because it runs at every deploy.
  t.like(await migrate(url), { isCopy: true });
  t.like(await migrate(url, { adopt: true }), { isCopy: false });
  await t.notThrowsAsync(checkReleased(url, 'worker'));
});

test('any role may read the version of the database', async t => {
  const client = await connected(t, await cloneDatabase());
  await client.query(
    'create role corkboard_test_plain; grant usage on schema corkboard to corkboard_test_plain',
  );
  try {
    await client.query('set role corkboard_test_plain');
    const { rows } = await client.query('select corkboard.instance_id() as here');
    t.regex(rows[0].here, /^\d+\/\d+(\/\d+)?$/);
  } finally {
    await client.query('reset role; drop owned by corkboard_test_plain; drop role corkboard_test_plain');
  }
});

test('a release that needs a lock, on its own records too, says who holds it, and continues when it is free', async t => {
  const { url } = await withOtherViews(t);
  const holders: pg.Client[] = [];
  // In the order in which a release needs them.
  for (const lock of [
    'lock table corkboard.migrations in access exclusive mode',
    'lock table corkboard.applied_files in access exclusive mode',
    'lock table corkboard.releases in access exclusive mode',
    'select from corkboard_ops.job_backlog',
    'lock table corkboard.instance in access exclusive mode',
  ]) {
    const holder = await connected(t, url);
    await holder.query(`set application_name = 'a long report'; begin; ${lock}`);
    holders.push(holder);
  }
  const release = migrate(url);
  for (const holder of holders) {
    const { rows } = await holder.query('select pg_backend_pid() as pid, current_user as role');
    const [{ pid, role }] = rows;
    await saysOf(
      `The release waits for a lock: process ${pid} (a long report, role ${role}, idle in transaction) has been in a transaction for`,
    );
    await holder.query('commit');
  }
  await t.notThrowsAsync(release);
});

test('a release that deadlocks with another transaction yields and continues', async t => {
  const { url, holder } = await withOtherViews(t);
  const watch = await connected(t, url);
  // The transaction that detects the deadlock first yields; on a busy machine that may be the later one.
  await holder.query(`set deadlock_timeout = '1min'`);
  await holder.query('begin; select * from corkboard_ops.job_backlog');
  const release = migrate(url);
  // By then the release has replaced the views that precede this one.
  await waitsForLock(watch, ofRelease);
  await holder.query('select * from corkboard_ops.delivery_backlog');
  await holder.query('commit');
  await t.notThrowsAsync(release);
});

test('a release that loses its lock stops with a message', async t => {
  const { url, holder } = await withOtherViews(t);
  const watch = await connected(t, url);
  await holder.query('begin; select * from corkboard_ops.job_backlog');
  const release = t.throwsAsync(migrate(url), {
    instanceOf: StartError,
    message: /^The release has lost the connection [^\n]+$/,
  });
  await waitsForLock(watch, ofRelease);
  await watch.query(`select pg_terminate_backend(pid) from (${lockHolders}) holder`);
  await release;
});

test('a release waits for another one, and names it; one that is stopped ends at once, and the next one continues', async t => {
  const { url, holder } = await withOtherViews(t);
  const watch = await connected(t, url);
  await holder.query('begin; select * from corkboard_ops.job_backlog');
  const release = launch(t, 'release', { DATABASE_URL: url });
  await release.says(/The release waits for a lock/);
  const { rows } = await watch.query(lockHolders);
  const next = migrate(url);
  await saysOf(`Another release is running: process ${rows[0].pid} `);
  release.child.kill('SIGTERM');
  t.is(await release.ended, 1);
  t.regex(release.output(), /\nThe release was told to stop before it was done: run it again\.\n$/);
  await holder.query('commit');
  await t.notThrowsAsync(next);
});

test('a missing privilege is reported in one line that names it, and with it the release succeeds', async t => {
  const { admin, name, url: asOwner } = await empty(t, 'owned');
  await admin.query(`create role ${name} login password '${password}'`);
  t.teardown(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop role ${name}`);
  });
  const url = Object.assign(new URL(asOwner), { username: name, password }).href;
  const error = await t.throwsAsync(migrate(url), {
    instanceOf: StartError,
    message: /^A release needs the role [^\n]+: permission denied for database [^\n]+$/,
  });
  const [grant] = /grant create on database "\w+" to "\w+"/.exec(error!.message)!;
  await admin.query(grant);
  await t.notThrowsAsync(migrate(url));
  // It may not see a superuser's transactions, but the process that holds the lock.
  const holder = await connected(t, asOwner);
  await holder.query(`set application_name = 'a dump'`);
  await holder.query('begin; lock table corkboard.releases in access exclusive mode');
  const again = migrate(url);
  await saysOf(`, whose state ${name} may not see`);
  await holder.query('commit');
  await t.notThrowsAsync(again);
  t.regex(
    errors.join('\n'),
    RegExp(`^The release waits for a lock: process \\d+ \\(a dump, role \\w+\\), whose state ${name}`, 'm'),
  );
  // This role may create schemas, but doesn't own the existing ones.
  await t.throwsAsync(migrate(asService(await cloneDatabase())), {
    instanceOf: StartError,
    message: /^A release needs the role that owns the objects in the database [^\n]+$/,
  });
});
