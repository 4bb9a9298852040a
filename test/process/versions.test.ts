import { appendFile, cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { type MigrateOptions, migrate } from '../../src/database/migrate.ts';
import { sqlFolder } from '../../src/database/sqlFolder.ts';
import { launch } from '../support/launch.ts';
import { otherVersion, type Version } from '../support/otherVersion.ts';
import { cloneDatabase } from '../support/postgres.ts';
import { countVersions } from '../support/versions.ts';

// Releases of several versions on one database: which of them change something, and what.

/** A database of this version. */
async function database(t: ExecutionContext) {
  const url = await cloneDatabase();
  const db = new pg.Client(url);
  await db.connect();
  t.teardown(() => db.end());
  const sql = async (text: string, ...values: unknown[]) => (await db.query(text, values)).rows;
  /** Releases this version, or another one. Returns why it changed nothing; null if the database is up to date. */
  const release = async (version: Pick<Version, 'migrate'> = { migrate }, options?: MigrateOptions) =>
    (await version.migrate(url, options)).unchangedBecause;
  /** The files that have been applied since the last call. */
  let seenAt = new Date();
  const applied = async () => {
    const rows = await sql(
      'select path, applied_at from corkboard.applied_files where applied_at > $1 order by path',
      seenAt,
    );
    [{ now: seenAt }] = (await sql('select clock_timestamp() as now')) as [{ now: Date }];
    return rows.map(({ path }) => path);
  };
  await applied();
  /** What the function says that `withLaterFunction` changes. */
  const said = async () => (await sql('select corkboard.copy_message() as said'))[0].said;
  return { url, sql, release, applied, said };
}

/** Changes a file of a version, which makes it a later one. */
async function edit({ sql }: Version, path: string, from: string, to: string): Promise<void> {
  const file = join(sql, path);
  const text = await readFile(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${path} has no "${from}".`);
  await writeFile(file, text.replace(from, to));
  await countVersions(sql);
}

const message = 'functions/database/copy_message.sql';
const ours = /^The database is a copy/;
const theirs = /^This is a copy/;

/** What a version goes with: a test, or this file. */
type Owner = Parameters<typeof otherVersion>[0];

/** A version whose functions are later ones. */
async function withLaterFunction(t: Owner): Promise<Version> {
  const version = await otherVersion(t);
  await edit(version, message, 'The database is a copy', 'This is a copy');
  return version;
}

/** A version with a further table and a function for it. */
async function withLaterTable(t: Owner): Promise<Version> {
  const version = await withLaterFunction(t);
  await writeFile(
    join(version.sql, 'migrations/900_later.sql'),
    `create table corkboard.later (id integer primary key); comment on table corkboard.later is 'Later.';`,
  );
  return version;
}

/** Those that the tests share. */
let laterFunction: Version;
let laterTable: Version;
const ends: (() => Promise<void>)[] = [];
test.serial.before(async () => {
  const file = { teardown: (end: () => Promise<void>) => void ends.push(end) };
  [laterFunction, laterTable] = [await withLaterFunction(file), await withLaterTable(file)];
});
test.after.always(async () => {
  for (const end of ends) await end();
});

const leaves = (sign: string, work = workOnIt) =>
  new RegExp(
    `^A later version has brought the database up to date \\(${sign}\\)\\. This release changes nothing; the processes of this version ${work}\\.$`,
  );
const makeLatest = 'To make this version the latest one, run npm run release -- --force';
const workOnIt = `work on it\\. ${makeLatest}`;
const neverThere = `can't work on it, because it was never brought up to this version`;
const laterBuild = 'build \\d+, released [-0-9]{10} [:0-9]{5} UTC; this is build \\d+';

test('the release of an older version leaves later functions as they are', async t => {
  const { release, applied, said } = await database(t);
  t.is(await release(laterFunction), null);
  t.deepEqual(await applied(), [message]);
  t.regex((await release())!, leaves(laterBuild));
  t.deepEqual(await applied(), []);
  t.regex(await said(), theirs);
  // The later version is still the latest one.
  t.is(await release(laterFunction), null);
});

test('release -- --force makes its version the latest one, until the later one is released again', async t => {
  const { release, said } = await database(t);
  t.is(await release(laterFunction), null);
  t.is(await release(undefined, { force: true }), null);
  t.regex(await said(), ours);
  t.is(await release(), null);
  // The later version is still the later one, and brings its functions back.
  t.is(await release(laterFunction), null);
  t.regex(await said(), theirs);
});

test('the release of an older version that the database has never seen is refused too, unless with --force', async t => {
  const { sql, release, applied, said } = await database(t);
  t.is(await release(laterFunction), null);
  await sql(
    'delete from corkboard.releases where released_at < (select max(released_at) from corkboard.releases)',
  );
  await applied();
  await t.throwsAsync(release(), { message: leaves(laterBuild, `${neverThere}\\. ${makeLatest}`) });
  t.deepEqual(await applied(), []);
  t.is(await release(undefined, { force: true }), null);
  t.regex(await said(), ours);
  t.is(await release(), null);
  t.is(await release(laterFunction), null);
  t.regex(await said(), theirs);
});

test('a version that undoes a change, and so equals an older one, is later than the change', async t => {
  const { release, said } = await database(t);
  t.is(await release(laterFunction), null);
  const undone = await withLaterFunction(t);
  await edit(undone, message, 'This is a copy', 'The database is a copy');
  t.is(await release(undone), null);
  t.regex(await said(), ours);
  t.regex((await release(laterFunction))!, leaves(laterBuild));
  t.regex(await said(), ours);
});

test('of two versions with the same number the one that was released here first is the older one', async t => {
  const { release, said } = await database(t);
  const other = await withLaterFunction(t);
  await cp(join(sqlFolder, 'versions.txt'), join(other.sql, 'versions.txt'));
  t.is(await release(other), null);
  t.regex((await release())!, leaves('released [-0-9]{10} [:0-9]{5} UTC'));
  t.regex(await said(), theirs);
});

test('a version whose functions an older one has replaced, as releases did before, puts them back', async t => {
  const { sql, release, said } = await database(t);
  await sql(
    `insert into corkboard.releases (fingerprint, released_at) values ('older', now() + interval '1 second')`,
  );
  await sql(
    `create or replace function corkboard.copy_message() returns text language sql immutable as $$ select 'Older.' $$`,
  );
  t.is(await release(), null);
  t.regex(await said(), ours);
});

test('release -- --force says in one line that later functions can’t be replaced, and leaves them', async t => {
  const { release, said } = await database(t);
  const later = await withLaterFunction(t);
  await edit(
    later,
    message,
    'create or replace',
    'drop function corkboard.copy_message();\ncreate or replace',
  );
  await edit(later, message, 'returns text', 'returns varchar');
  t.is(await release(later), null);
  await t.throwsAsync(release(undefined, { force: true }), {
    message:
      "The functions and views of this version can't replace those of the database: cannot change return type of existing function.",
  });
  t.regex(await said(), theirs);
});

test('on a database with later tables, a release says why it changes nothing, the service works, and --force brings back its functions', async t => {
  const { url, sql, release, applied, said } = await database(t);
  t.is(await release(laterTable), null);
  await applied();
  const older = launch(t, 'release', { DATABASE_URL: url });
  t.is(await older.ended, 0);
  t.regex(older.output().replace(/\n$/, ''), leaves('migration 900_later'));
  t.deepEqual(await applied(), []);
  t.regex(await said(), theirs);
  const start = launch(t, 'start', { DATABASE_URL: url, PORT: '0' });
  await start.says(/^Corkboard is serving on /m);
  t.regex(start.output(), /^A later version has brought the database up to date \(migration 900_later\)/);
  const forced = launch(t, 'release', { DATABASE_URL: url }, undefined, '--force');
  t.deepEqual([await forced.ended, forced.output()], [0, 'The database is up to date.\n']);
  t.regex(await said(), ours);
  t.deepEqual(await sql(`select to_regclass('corkboard.later') is not null as later`), [{ later: true }]);
  t.is(await release(laterTable), null);
  t.regex(await said(), theirs);
});

test('the release of an older version that the database was never brought up to changes nothing, and fails', async t => {
  const { release, applied, said } = await database(t);
  t.is(await release(laterTable), null);
  await applied();
  const other = await otherVersion(t);
  await edit(other, message, 'The database is a copy', 'Another text');
  for (const force of [false, true]) {
    await t.throwsAsync(release(other, { force }), {
      message: leaves('migration 900_later', `${neverThere}, and --force can't undo its migrations`),
    });
  }
  t.deepEqual(await applied(), []);
  t.regex(await said(), theirs);
});

test('a copy that a later version has brought up to date can be adopted by an older one', async t => {
  const { sql, release } = await database(t);
  t.is(await release(laterTable), null);
  await sql(`update corkboard.instance set instance_id = 'elsewhere'`);
  t.regex((await release(undefined, { adopt: true }))!, leaves('migration 900_later'));
  t.deepEqual(await sql('select corkboard.is_copy() as copy'), [{ copy: false }]);
});

test('a migration that was edited after it ran is refused in one line that names it, by later versions too', async t => {
  const { sql, release, applied } = await database(t);
  const edited = await withLaterTable(t);
  await appendFile(join(edited.sql, 'migrations/007_time_and_notes.sql'), '-- An edit.\n');
  await t.throwsAsync(release(edited), {
    message:
      'The file sql/migrations/007_time_and_notes.sql was changed after it was applied to this database, which nothing applies again: restore the file, and put the change in a new migration.',
  });
  t.deepEqual(await applied(), []);
  t.deepEqual(await sql(`select to_regclass('corkboard.later') as later`), [{ later: null }]);
  // A release records the content of its own new migrations too.
  const later = await withLaterTable(t);
  t.is(await release(later), null);
  t.true((await applied()).includes('migrations/900_later.sql'));
  await appendFile(join(later.sql, 'migrations/900_later.sql'), '-- An edit.\n');
  await t.throwsAsync(release(later), {
    message: /^The file sql\/migrations\/900_later\.sql was changed [^\n]+$/,
  });
});

test('contents of migrations that were not recorded are recorded by the next release', async t => {
  const { sql, release, applied } = await database(t);
  await sql('delete from corkboard.applied_files');
  await sql(`update corkboard.releases set fingerprint = 'earlier'`);
  t.is(await release(), null);
  const recorded = await applied();
  for (const { name } of await sql('select name from corkboard.migrations'))
    t.true(recorded.includes(`migrations/${name}.sql`), name);
});

test('a version that changes one view replaces that view alone, while others are being read', async t => {
  const { url, sql, release, applied } = await database(t);
  const later = await otherVersion(t);
  await edit(later, 'views/recent_failures.sql', '24 hours', '25 hours');
  await readEverything(t, url, 'corkboard_ops.recent_failures');
  t.is(await release(later), null);
  t.deepEqual(await applied(), ['views/recent_failures.sql']);
  const [{ definition }] = await sql(
    `select pg_get_viewdef('corkboard_ops.recent_failures'::regclass) as definition`,
  );
  t.regex(definition, /25:00:00/);
});

test('a release that changes nothing waits for nobody who reads or writes', async t => {
  const { url, release, applied } = await database(t);
  await readEverything(t, url);
  const writer = new pg.Client(url);
  await writer.connect();
  t.teardown(() => writer.end());
  const { rows } = await writer.query(
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace in ('corkboard'::regnamespace, 'graphile_worker'::regnamespace) and c.relkind = 'r'`,
  );
  await writer.query('begin');
  for (const { name } of rows) await writer.query(`lock table ${name} in row exclusive mode`);
  t.is(await release(), null);
  t.deepEqual(await applied(), []);
});

/** Begins a transaction that has read every table and view but one, and lasts as long as the test. Its locks are those of pg_dump. */
async function readEverything(t: ExecutionContext, url: string, but = ''): Promise<void> {
  const reader = new pg.Client(url);
  await reader.connect();
  t.teardown(() => reader.end());
  const { rows } = await reader.query(
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace::regnamespace::text in ('corkboard', 'corkboard_ops', 'graphile_worker')
        and c.relkind in ('r', 'v') and c.oid::regclass::text <> $1`,
    [but],
  );
  t.true(rows.length > 40);
  await reader.query('begin');
  for (const { name } of rows) await reader.query(`select 1 from ${name}`);
  for (const { name } of rows) await reader.query(`lock table ${name} in access share mode`);
}

test('a release repairs what was replaced, dropped or taken away by hand, and nothing else', async t => {
  const { sql, release, applied } = await database(t);
  for (const [statement, file] of [
    [
      `create or replace function corkboard.copy_message() returns text language sql immutable as $$ select '' $$`,
      message,
    ],
    ['drop function corkboard.copy_message()', message],
    ['drop view corkboard_ops.delivery_backlog', 'views/delivery_backlog.sql'],
    [`comment on view corkboard_ops.recent_failures is 'Other words.'`, 'views/recent_failures.sql'],
    [
      'drop trigger add_throttle on corkboard.webhook_endpoints',
      'functions/webhooks/throttling/add_throttle.sql',
    ],
    ['drop function corkboard.live_jobs(text)', 'queue/live_jobs.sql'],
    ['revoke select on corkboard.clients from corkboard_app', 'grants/app.sql'],
    ['grant execute on function corkboard.all_workspaces() to public', 'grants/app.sql'],
  ] as const) {
    await sql(statement);
    t.is(await release(), null);
    const files = await applied();
    t.true(files.includes(file), statement);
    // What was dropped has lost its rights.
    t.deepEqual(
      files.filter(other => other !== file && other !== 'grants/app.sql'),
      [],
      statement,
    );
  }
  t.deepEqual(
    await sql(`select has_table_privilege('corkboard_app', 'corkboard.clients', 'select') as may`),
    [{ may: true }],
  );
  t.is(await release(undefined, { force: true }), null);
  const all = await applied();
  for (const folder of ['queue/', 'functions/', 'views/', 'grants/'])
    t.true(
      all.some(path => path.startsWith(folder)),
      folder,
    );
});
