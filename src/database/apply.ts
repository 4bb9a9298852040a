import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { StartError } from '../errors/startError.ts';
import { version } from '../version.ts';
import { dropDistributedViews, hasCitus } from './citus.ts';
import type { Client } from './client.ts';
import { type SqlFile, sqlFiles } from './sqlFolder.ts';

/**
 * Applies functions, triggers, views and grants in one transaction, each folder in the order of the files' own names. The
 * order is free: functions may use each other before they exist, because PostgreSQL only checks a body when it runs.
 * Triggers and views that are as the last release left them are skipped, unless with `force`: replacing one takes a lock
 * that waits for everyone who writes the table or reads the view. `sqlFolder` is the folder of the version's SQL files.
 */
export async function applyVersion(client: Client, sqlFolder: string, force = false): Promise<void> {
  const migrations = sqlFiles('migrations', sqlFolder);
  const files = definitions(sqlFolder);
  const { queue, functions, triggers, views, grants } = files;
  const isDistributed = await hasCitus(client);
  const run = (files: SqlFile[]) => client.query(files.map(({ text }) => text).join(';\n'));
  const newTriggers = force ? triggers : await changedFiles(client, triggers);
  const newViews = force || isDistributed ? views : await changedFiles(client, views);
  await client.query(begin);
  await dropDistributedViews(client);
  await run(queue);
  await checkQueue(client);
  await run([...functions, ...newTriggers]);
  // Before the views, because Citus changes no table that a view with functions depends on.
  await client.query('call corkboard.distribute_tables()');
  await client.query('call corkboard.enable_row_security()');
  await run([...newViews, ...grants]);
  await client.query(
    `insert into corkboard.applied_files as a (path, sha256) ${contents}
     on conflict (path) do update set sha256 = excluded.sha256, applied_at = excluded.applied_at`,
    columns([...newTriggers, ...newViews]),
  );
  await client.query(
    `insert into corkboard.applied_files (path, sha256) select * from unnest($1::text[], $2::text[])
     on conflict (path) do nothing`,
    [migrations.map(({ path }) => path), migrations.map(({ sha256 }) => sha256)],
  );
  await client.query(
    `insert into corkboard.applied_files (path, sha256) values ('${all}', (${state}))
     on conflict (path) do update set sha256 = excluded.sha256`,
    [hashOf(files)],
  );
  await client.query('commit');
}

/**
 * Whether the last release applied what this one would apply, and nothing that it created has been changed since. Never on
 * Citus, where a release also brings it to nodes that were added.
 */
export async function isApplied(client: Client, sqlFolder: string): Promise<boolean> {
  if (await hasCitus(client)) return false;
  const { rows } = await client.query(
    `select exists (select 1 from corkboard.applied_files a where a.path = '${all}' and a.sha256 = (${state})) as is_applied`,
    [hashOf(definitions(sqlFolder))],
  );
  return rows[0].is_applied;
}

/** The files that a release applies after the migrations. */
const definitions = (sqlFolder: string) => ({
  queue: sqlFiles('queue', sqlFolder),
  functions: sqlFiles('functions', sqlFolder),
  triggers: sqlFiles('triggers', sqlFolder),
  views: sqlFiles('views', sqlFolder),
  grants: sqlFiles('grants', sqlFolder),
});

/** Where `corkboard.applied_files` keeps the hash of all that a release applied. */
const all = '.';

/** A hash of what a release applies: its files, and the job queue's tables, which come with graphile-worker. */
function hashOf(files: Record<string, SqlFile[]>): string {
  const hash = createHash('sha256').update(version);
  hash.update(readFileSync(new URL('../package.json', import.meta.resolve('graphile-worker'))));
  for (const { path, sha256 } of Object.values(files).flat()) hash.update(`${path} ${sha256}\n`);
  return hash.digest('hex');
}

/**
 * A hash of `hashOf` ($1) and of what a release creates, repairs or depends on. PostgreSQL gives the row of an object in its
 * catalogs another `xmin` whenever the object is changed.
 */
const state = `
  with schemas as (
    select n.oid, n.xmin from pg_namespace n where n.nspname in ('corkboard', 'corkboard_ops', 'graphile_worker')),
  relations as (
    select c.oid, c.xmin from pg_class c where c.relnamespace in (select n.oid from schemas n) and c.relkind <> 'i'),
  functions as (
    select p.oid, p.xmin from pg_proc p where p.pronamespace in (select n.oid from schemas n)),
  parts (id, place, xmin) as (
    select n.oid, 0, n.xmin from schemas n
    union all select c.oid, 0, c.xmin from relations c
    union all select p.oid, 0, p.xmin from functions p
    union all select c.oid, a.attnum, a.xmin from relations c join pg_attribute a on a.attrelid = c.oid
    union all select r.oid, 0, r.xmin from relations c join pg_rewrite r on r.ev_class = c.oid
    union all select g.oid, 0, g.xmin from relations c join pg_trigger g on g.tgrelid = c.oid where not g.tgisinternal
    union all select o.oid, 0, o.xmin from relations c join pg_policy o on o.polrelid = c.oid
    union all select d.objoid, d.objsubid, d.xmin from pg_description d
     where d.objoid in (select p.oid from functions p union all select c.oid from relations c))
  select encode(sha256(convert_to(concat_ws(chr(10), $1::text, current_setting('server_version_num'),
           to_regrole('corkboard_app')::oid,
           (select string_agg(a.path || ' ' || a.sha256, chr(10) order by a.path) from corkboard.applied_files a
             where a.path ~ '^(triggers|views)/'),
           (select string_agg(concat_ws(' ', p.id, p.place, p.xmin), chr(10) order by p.id, p.place, p.xmin::text)
              from parts p)), 'UTF8')), 'hex')`;

// With an empty search path PostgreSQL writes every name in a definition with its schema. Triggers write only rows of their own
// row's workspace, which Citus can't know.
const begin = `
  begin; set local search_path = ''; set local check_function_bodies = off; set local citus.enable_unsafe_triggers = on`;

/** The triggers and views of which the text, or what it created, is not as the last release left it. */
async function changedFiles(client: Client, files: SqlFile[]): Promise<SqlFile[]> {
  await client.query(begin);
  const { rows } = await client.query(
    `select c.path from (${contents}) c join corkboard.applied_files a using (path, sha256)`,
    columns(files),
  );
  // The definitions were read with locks on the views' tables. Nothing may be waited for with these in hand.
  await client.query('commit');
  const unchanged = new Set(rows.map(({ path }: { path: string }) => path));
  return files.filter(({ path }) => !unchanged.has(path));
}

/** The parameters of `contents`. A file of triggers is named after their table, a file of a view after the view. */
const columns = (files: SqlFile[]): [string[], string[], string[]] => [
  files.map(({ path }) => path),
  files.map(({ path, name }) => `${path.startsWith('views/') ? 'corkboard_ops' : 'corkboard'}.${name}`),
  files.map(({ text }) => text),
];

/**
 * A hash for each file of its text and of what it created, as PostgreSQL shows that now. It differs after someone has
 * replaced or dropped one of the triggers or the view.
 */
const contents = `
  select f.path, encode(sha256(convert_to(
           concat(f.text, string_agg(o.definition, chr(10) order by o.definition collate "C")), 'UTF8')), 'hex') as sha256
    from unnest($1::text[], $2::text[], $3::text[]) f (path, relation, text)
    left join lateral (
      select pg_get_triggerdef(g.oid) from pg_trigger g where g.tgrelid = to_regclass(f.relation) and not g.tgisinternal
      union all
      select concat(pg_get_viewdef(v.oid), v.reloptions, obj_description(v.oid, 'pg_class'),
               (select string_agg(concat(a.attname, col_description(v.oid, a.attnum)), chr(10) order by a.attnum)
                  from pg_attribute a where a.attrelid = v.oid))
        from pg_class v where v.oid = to_regclass(f.relation) and v.relkind = 'v') o (definition) on true
   group by f.path, f.text`;

/**
 * Throws StartError if graphile-worker's tables are not the ones that this version of the service knows
 * (docs/queue.md).
 */
async function checkQueue(client: Client): Promise<void> {
  const { rows } = await client.query('select corkboard.queue_mismatch() as mismatch');
  if (rows[0].mismatch === null) return;
  throw new StartError(`The job queue belongs to another version of graphile-worker: ${rows[0].mismatch}.`);
}
