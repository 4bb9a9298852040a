import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { queryAt } from '../../harness/database.ts';
import { fillRows } from '../../src/database/fills.ts';
import { migrate } from '../../src/database/migrate.ts';
import { StartError } from '../../src/errors/startError.ts';
import { eventually } from '../support/eventually.ts';
import { newFolder } from '../support/folder.ts';
import { hold } from '../support/hold.ts';
import { addressOf, cloneDatabase, connected, emptyDatabase } from '../support/postgres.ts';
import { world } from '../support/world.ts';

const w = world(test);

/** Describes a database, so that two can be compared. */
const shape = (url: string) =>
  queryAt(
    url,
    `select 'column' as what, table_name || '.' || column_name as name, data_type as detail
      from information_schema.columns where table_schema = 'corkboard'
    union all
    select 'function', p.proname, md5(p.prosrc) from pg_proc p where p.pronamespace = 'corkboard'::regnamespace
    union all
    select 'index', indexname, indexdef from pg_indexes where schemaname = 'corkboard'
    union all
    select 'migration', name, '' from corkboard.migrations
    order by 1, 2, 3`,
  );

test('migrating again while the service works changes nothing', async t => {
  const studio = await w.workspace();
  const before = await shape(w.databaseUrl);
  const [, ...answers] = await Promise.all([
    migrate(w.databaseUrl),
    ...Array.from({ length: 20 }, () => studio.post('/clients', { name: 'A' })),
  ]);
  t.deepEqual(await shape(w.databaseUrl), before);
  t.deepEqual([...new Set(answers.map(answer => (answer as { status: number }).status))], [201]);
});

test('rows are filled once the statements are over that had begun before', async t => {
  const folder = await newFolder(t);
  const fill = 'select workspace_id, id from corkboard.notes where (workspace_id, id) > ($1, $2) limit 1';
  await mkdir(join(folder, 'fills'));
  await writeFile(join(folder, 'fills/001_notes.sql'), fill);
  const asked: string[] = [];
  const query = (text: string, values?: unknown[]) => {
    asked.push(text);
    return w.db.query(text, values);
  };
  const held = await hold(t, w.db, 'select 1');
  const filled = fillRows(query, folder);
  await eventually(() => asked.filter(text => text.includes('virtualxid')).length > 2);
  t.false(asked.includes(fill));
  await held.release();
  await filled;
  t.true(asked.includes(fill));
});

test('every table, view, function and type has a comment', async t => {
  const { rows } = await w.db.query(`
    select c.relname as name from pg_class c
      where c.relnamespace::regnamespace::text in ('corkboard', 'corkboard_ops') and c.relkind in ('r', 'v', 'm')
        and obj_description(c.oid, 'pg_class') is null
    union all
    select p.proname from pg_proc p
      where p.pronamespace = 'corkboard'::regnamespace and obj_description(p.oid, 'pg_proc') is null`);
  t.deepEqual(rows, [], 'These have no comment: add `comment on …` to the SQL file that creates them.');
});

test('every column has a comment, but for the ids of records and the time when one was made', async t => {
  const { rows } = await w.db.query(`
    select c.oid::regclass || '.' || a.attname as name
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relnamespace::regnamespace::text in ('corkboard', 'corkboard_ops') and c.relkind in ('r', 'v')
       and col_description(c.oid, a.attnum) is null
       and a.attname <> 'created_at'
       and a.attname !~ '^(workspace|client|project|member|endpoint|delivery)_id$'
       and not (a.attname = 'id' and pg_get_expr(d.adbin, d.adrelid) = 'corkboard.uuid_v7()')
     order by 1`);
  t.deepEqual(
    rows,
    [],
    'These have no comment: add `comment on column …` to the SQL file that creates them.',
  );
});

/** What changes often in the tables whose pages are left half empty. */
const frequentUpdates: Record<string, string> = {
  'corkboard.rate_windows': 'minute_at = now(), used = used + 1',
  'corkboard.webhook_attempt_counts': 'hour_at = now(), succeeded = 1, failed = 1, duration_ms = 1',
  'corkboard.webhook_throttles': `concurrency_window = 2, rate = 1, next_attempt_at = now(), baseline_ms = 1, resumes_at = now(), first_failed_at = now(), limited_attempts = 1, first_limited_at = now()`,
};

test('where pages are left half empty for HOT updates, frequent updates are HOT', async t => {
  const url = await cloneDatabase();
  const client = await connected(t, url);
  const { rows } = await client.query(
    `select oid::regclass::text as name from pg_class
      where relnamespace = 'corkboard'::regnamespace and reloptions::text ~ 'fillfactor'
        and relname <> 'webhook_deliveries' -- For the sake of the WAL (docs/dba.md).
      order by 1`,
  );
  t.deepEqual(
    rows.map(({ name }) => name),
    Object.keys(frequentUpdates),
  );
  await client.query(
    `with w as (select id from corkboard.create_workspace('Studio', 'o@studio.example', 'USD', 'pro', 0)),
          e as (select (corkboard.add_endpoint(w.id, 'https://example.com/', 'json', '{client.created}')).endpoint from w),
          r as (insert into corkboard.rate_windows (workspace_id, kind, minute_at, used) select id, 'read', now(), 0 from w)
     insert into corkboard.webhook_attempt_counts (workspace_id, id, slot, hour_at)
     select (e.endpoint).workspace_id, (e.endpoint).id, 0, now() from e`,
  );
  for (const [name, columns] of Object.entries(frequentUpdates)) {
    await client.query('begin');
    await client.query(`update ${name} set ${columns}`);
    const { rows: updated } = await client.query(
      'select pg_stat_get_xact_tuples_updated($1::regclass)::int as all, pg_stat_get_xact_tuples_hot_updated($1::regclass)::int as hot',
      [name],
    );
    await client.query('commit');
    t.deepEqual(updated, [{ all: 1, hot: 1 }], name);
  }
});

test('migrations have consecutive numbers, so that no two of them claim the same place', async t => {
  const files = (await readdir(join(import.meta.dirname, '../../sql/migrations'))).sort();
  t.deepEqual(
    files.map(file => file.slice(0, 3)),
    files.map((_, at) => String(at + 1).padStart(3, '0')),
  );
});

test('every table of a workspace has the key (workspace_id, id), unless it keeps one row, or one for each state, time or record', async t => {
  const { rows } = await w.db.query(`
    select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
      join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relnamespace = 'corkboard'::regnamespace and c.relkind = 'r'
       and pg_get_indexdef(i.indexrelid) not like '%(workspace_id, id)'
     order by name`);
  t.deepEqual(
    rows.map(({ name }) => name),
    [
      'client_counts',
      'invoice_counts',
      'monthly_writes',
      'overdue_checks',
      'project_counts',
      'project_invoice_sums',
      'project_weeks',
      'rate_windows',
      'search_entries',
      'search_lines',
      'timekeeper_weeks',
      'webhook_attempt_counts',
    ],
  );
});

test('every function sets its search_path', async t => {
  const { rows } = await w.db.query(`
    select p.proname from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'corkboard'::regnamespace and l.lanname in ('sql', 'plpgsql')
      and p.prosrc ~* '(from|join|into|update|perform) +(clients|projects|invoices|scopes|workspaces|plans)\\y'`);
  t.deepEqual(rows, []);
});

test('two simultaneous releases, on an empty database without the schema public, give the same tables and functions as one', async t => {
  const url = await emptyDatabase();
  const client = await connected(t, url);
  await client.query('drop schema public');
  await Promise.all([migrate(url), migrate(url)]);
  const { rows } = await client.query(
    `select p.proname as name from pg_proc p join pg_depend d on d.objid = p.oid and d.deptype = 'e'`,
  );
  // The extension's functions are in the schema corkboard there.
  const extensionFunctions = new Set(rows.map(({ name }) => name));
  const isOwn = ({ what, name }: { what: string; name: string }) =>
    what !== 'function' || !extensionFunctions.has(name);
  t.deepEqual((await shape(url)).filter(isOwn), await shape(w.databaseUrl));
});

test('a database that can only be read is refused in one line', async t => {
  const url = await cloneDatabase();
  const name = new URL(url).pathname.slice(1);
  await queryAt(url, `alter database ${name} set default_transaction_read_only = on`);
  await t.throwsAsync(migrate(url), { instanceOf: StartError, message: /^The database can only be read/ });
});

test('a full disk ends a release in one line', async t => {
  const url = await cloneDatabase();
  await queryAt(
    url,
    `create function public.fail() returns trigger language plpgsql
       as $$ begin raise disk_full using message = 'could not extend file'; end $$;
     create trigger fail before insert on corkboard.releases execute function public.fail()`,
  );
  await t.throwsAsync(migrate(url), {
    instanceOf: StartError,
    message: "The database's disk is full: could not extend file. Make room, and run the release again.",
  });
});

test('a database made by other migrations is refused in one line', async t => {
  const url = await cloneDatabase();
  const client = await connected(t, url);
  for (const [name, renamed, message] of [
    ['010_time', '010_deliveries', /has migration 010_deliveries, .* and lacks 010_time\. /],
    [
      '001_schemas_and_row_types',
      '001_schemas',
      /made before 1\.0\.0, the first release \(migration 001_schemas\)/,
    ],
  ] as const) {
    await client.query('update corkboard.migrations set name = $2 where name = $1', [name, renamed]);
    await t.throwsAsync(migrate(url), { instanceOf: StartError, message });
  }
});

test('a database in another encoding is rejected in one line', async t => {
  const server = process.env.CORKBOARD_TEST_SERVER!;
  const name = `${process.env.CORKBOARD_TEST_TEMPLATE}_ascii`;
  await queryAt(server, `create database ${name} template template0 encoding 'SQL_ASCII' locale 'C'`);
  await t.throwsAsync(migrate(addressOf(server, name)), { instanceOf: StartError, message: /UTF8/ });
});
