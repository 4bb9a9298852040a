import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { isApplied } from '../../src/database/apply.ts';
import { connect } from '../../src/database/connect.ts';
import { type MigrateOptions, migrate } from '../../src/database/migrate.ts';
import { checkReleased } from '../../src/database/released.ts';
import { sqlFolder as ownFolder } from '../../src/database/sqlFolder.ts';
import { StartError } from '../../src/errors/startError.ts';
import { type Owner, ofFile } from '../support/folder.ts';
import { launch } from '../support/launch.ts';
import { addMigration, edit, otherSql } from '../support/otherVersion.ts';
import { cloneDatabase, connected } from '../support/postgres.ts';
import { describeSchema } from '../support/schema.ts';

// Releases of several versions on one database: which of them change something, and what.

/** A database of this version. */
async function database(t: ExecutionContext) {
  const url = await cloneDatabase();
  const db = await connected(t, url);
  const sql = async (text: string, ...values: unknown[]) => (await db.query(text, values)).rows;
  /**
   * Releases this version, or the one with these SQL files. Returns why it changed nothing; null if the database is up to
   * date.
   */
  const release = async (sqlFolder?: string, options: MigrateOptions = {}) =>
    (await migrate(url, { ...options, ...(sqlFolder && { sqlFolder }) })).unchangedBecause;
  /** The migrations, triggers and views that have been applied since the last call. */
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
  return { url, sql, release, applied, said, described: () => describeSchema(db) };
}

const message = 'functions/database/copy_message.sql';
const ours = /^The database is a copy/;
const theirs = /^This is a copy/;

/** A version whose functions are later ones. */
async function withLaterFunction(owner: Owner): Promise<string> {
  const version = await otherSql(owner);
  await edit(version, message, 'The database is a copy', 'This is a copy');
  return version;
}

/** A version with a further table and a function for it. */
async function withLaterTable(owner: Owner): Promise<string> {
  const version = await withLaterFunction(owner);
  await addMigration(
    version,
    `create table corkboard.later (id integer primary key); comment on table corkboard.later is 'Later.';`,
  );
  return version;
}

/** Those that the tests share. */
let laterFunction: string;
let laterTable: string;
const file = ofFile(test);
test.serial.before(async () => {
  [laterFunction, laterTable] = [await withLaterFunction(file), await withLaterTable(file)];
});

const leaves = (work = 'work on it') =>
  new RegExp(
    `^A later version has brought the database up to date \\(build \\d+, released [-0-9]{10} [:0-9]{5} UTC; this is build \\d+\\)\\. This release changes nothing; the processes of this version ${work}\\.$`,
  );
const neverThere = `can't work on it, because it was never brought up to this version`;

test('the release of an older version leaves a later one as it is, and with --force makes its own the latest until the later one is released again', async t => {
  const { sql, release, said } = await database(t);
  t.is(await release(laterFunction), null);
  t.regex((await release())!, leaves());
  t.regex(await said(), theirs);
  t.is(await release(undefined, { force: true }), null);
  t.regex(await said(), ours);
  t.is(await release(), null);
  t.is(await release(laterFunction), null);
  t.regex(await said(), theirs);
  // A version that the database has never seen is refused.
  await sql(
    'delete from corkboard.releases where released_at < (select max(released_at) from corkboard.releases)',
  );
  await t.throwsAsync(release(), { message: leaves(neverThere) });
  t.regex(await said(), theirs);
  // One that undoes a change, and so equals an older one, is later than the change.
  const undone = await withLaterFunction(t);
  await edit(undone, message, 'This is a copy', 'The database is a copy');
  t.is(await release(undone), null);
  t.regex((await release(laterFunction))!, leaves());
  t.regex(await said(), ours);
});

test('release -- --force says in one line that later functions can’t be replaced, and leaves everything as it was', async t => {
  const { release, described } = await database(t);
  const later = await withLaterFunction(t);
  await edit(
    later,
    message,
    'create or replace',
    'drop function corkboard.copy_message();\ncreate or replace',
  );
  await edit(later, message, 'returns text', 'returns varchar');
  t.is(await release(later), null);
  const before = await described();
  await t.throwsAsync(release(undefined, { force: true }), {
    message:
      "The functions and views of this version can't replace those of the database: cannot change return type of existing function.",
  });
  t.is(await described(), before);
});

test('a version whose functions a later one dropped is refused, with its processes; arguments with defaults may be added', async t => {
  const { url, release } = await database(t);
  const later = await withLaterFunction(t);
  const signature = (of: string, from: string, to: string) =>
    edit(
      later,
      message,
      `${of} function corkboard.copy_message(${from})`,
      `${of} function corkboard.copy_message(${to})`,
    );
  await edit(later, message, 'create', 'drop function if exists corkboard.copy_message();\ncreate');
  await signature('or replace', '', `p_language text default 'en'`);
  await signature('comment on', '', 'text');
  t.is(await release(later), null);
  t.regex((await release())!, leaves());
  await t.notThrowsAsync(checkReleased(url, 'web'));
  await edit(later, message, 'copy_message();', 'copy_message(text);');
  await signature('or replace', `p_language text default 'en'`, 'p_language text');
  t.is(await release(later), null);
  const lost = /can't work on it, because it no longer has corkboard\.copy_message\(\)\.$/;
  await t.throwsAsync(release(), { message: lost });
  for (const process of ['web', 'worker'] as const)
    await t.throwsAsync(checkReleased(url, process), { instanceOf: StartError, message: lost });
  // Its own tables are those of the later version, so that its functions fit.
  t.is(await release(undefined, { force: true }), null);
  await t.notThrowsAsync(checkReleased(url, 'web'));
});

test('on a database with later tables, a release says why it changes nothing, the service works, and --force brings back its functions', async t => {
  const { url, sql, release, applied, said } = await database(t);
  t.is(await release(laterTable), null);
  await applied();
  await sql(`update corkboard.instance set instance_id = 'elsewhere'`);
  const older = launch(t, 'release', { DATABASE_URL: url });
  t.is(await older.ended, 0);
  const [copied, later] = older.output().split(/\n(?!$)/);
  t.regex(copied!, ours);
  t.regex(later!.replace(/\n$/, ''), leaves());
  // The copy can be adopted all the same.
  t.regex((await release(undefined, { adopt: true }))!, leaves());
  t.deepEqual(await sql('select corkboard.is_copy() as copy'), [{ copy: false }]);
  const other = await otherSql(t);
  await edit(other, 'functions/database/is_copy.sql', 'not exists', 'not  exists');
  for (const force of [false, true]) {
    await t.throwsAsync(release(other, { force }), {
      message: leaves(`${neverThere}, and --force can't undo its migrations`),
    });
  }
  t.deepEqual(await applied(), []);
  t.regex(await said(), theirs);
  const start = launch(t, 'start', { DATABASE_URL: url, PORT: '0' });
  await start.says(/^Corkboard is serving on /m);
  t.regex(start.output(), /^A later version has brought the database up to date /);
  const forced = launch(t, 'release', { DATABASE_URL: url }, undefined, '--force');
  t.deepEqual([await forced.ended, forced.output()], [0, 'The database is up to date.\n']);
  t.regex(await said(), ours);
  t.deepEqual(await sql(`select to_regclass('corkboard.later') is not null as later`), [{ later: true }]);
});

test('a migration that was edited after it ran is refused in one line that names it, by later versions too', async t => {
  const { sql, release, applied } = await database(t);
  const edited = await withLaterTable(t);
  await appendFile(join(edited, 'migrations/010_time.sql'), '-- An edit.\n');
  await t.throwsAsync(release(edited), {
    message:
      'The file sql/migrations/010_time.sql was changed after it was applied to this database, which nothing applies again: restore the file, and put the change in a new migration.',
  });
  t.deepEqual(await applied(), []);
  t.deepEqual(await sql(`select to_regclass('corkboard.later') as later`), [{ later: null }]);
  // A release records the content of its own new migrations too.
  const later = await withLaterTable(t);
  t.is(await release(later), null);
  t.deepEqual(await applied(), ['migrations/900_later.sql']);
  await appendFile(join(later, 'migrations/900_later.sql'), '-- An edit.\n');
  await t.throwsAsync(release(later), {
    message: /^The file sql\/migrations\/900_later\.sql was changed [^\n]+$/,
  });
});

test('a version that changes one view replaces that view alone, while others are being read', async t => {
  const { url, sql, release, applied } = await database(t);
  const later = await otherSql(t);
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
  const writer = await connected(t, url);
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
  const reader = await connected(t, url);
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

/** What someone may do to a database by hand, each with the file that a release applies again because of it, beside all functions and rights. */
const damages: [string, ...string[]][] = [
  [
    `create or replace function corkboard.copy_message() returns text language sql immutable as $$ select '' $$`,
  ],
  ['drop function corkboard.is_copy()'],
  ['drop function corkboard.live_jobs(text)'],
  [`comment on function corkboard.instance_id() is 'Other words.'`],
  ['drop view corkboard_ops.delivery_backlog', 'views/delivery_backlog.sql'],
  [`comment on view corkboard_ops.recent_failures is 'Other words.'`, 'views/recent_failures.sql'],
  ['drop trigger add_throttle on corkboard.webhook_endpoints', 'triggers/webhook_endpoints.sql'],
  ['drop policy workspace on corkboard.clients'],
  ['alter table corkboard.projects disable row level security'],
  ['revoke select on corkboard.clients from corkboard_app'],
  ['revoke usage on schema corkboard_ops from corkboard_app'],
  ['grant execute on function corkboard.all_workspaces() to public'],
];

test('a release notices each thing that was replaced, dropped or taken away by hand, repairs all of them, and replaces nothing else', async t => {
  const { url, sql, release, applied, described } = await database(t);
  const rights = () =>
    sql(
      `select has_table_privilege('corkboard_app', 'corkboard.clients', 'select') as "reads",
              has_schema_privilege('corkboard_app', 'corkboard_ops', 'usage') as "sees",
              has_function_privilege('public', 'corkboard.all_workspaces()', 'execute') as "isPublic"`,
    );
  const expected = [await described(), await rights()];
  const client = await connect(url, 'release');
  t.teardown(() => client.end());
  for (const [statement] of damages) {
    await client.query(`begin; ${statement}`);
    t.false(await isApplied(client, ownFolder), statement);
    await client.query('rollback');
  }
  t.true(await isApplied(client, ownFolder));
  for (const [statement] of damages) await sql(statement);
  t.is(await release(), null);
  t.deepEqual(await applied(), damages.flatMap(([, ...files]) => files).sort());
  t.deepEqual([await described(), await rights()], expected);
  // PostgreSQL gives a function that is replaced another number.
  const numbers = () =>
    sql(`select oid, xmin from pg_proc where pronamespace = 'corkboard'::regnamespace order by oid`);
  const before = await numbers();
  t.is(await release(), null);
  t.deepEqual(await numbers(), before);
  t.is(await release(undefined, { force: true }), null);
  t.true((await applied()).length > 3);
});
