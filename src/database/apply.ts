import { StartError } from '../errors/startError.ts';
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
  const [migrations, queue, functions, triggers, views, grants] = await Promise.all(
    ['migrations', 'queue', 'functions', 'triggers', 'views', 'grants'].map(name =>
      sqlFiles(name, sqlFolder),
    ),
  );
  const isDistributed = await hasCitus(client);
  const run = (files: SqlFile[]) => client.query(files.map(({ text }) => text).join(';\n'));
  const newTriggers = force ? triggers! : await changedFiles(client, triggers!);
  const newViews = force || isDistributed ? views! : await changedFiles(client, views!);
  await client.query(begin);
  await dropDistributedViews(client);
  await run(queue!);
  await checkQueue(client);
  await run([...functions!, ...newTriggers]);
  // Before the views, because Citus changes no table that a view with functions depends on.
  await client.query('call corkboard.distribute_tables()');
  await client.query('call corkboard.enable_row_security()');
  await run([...newViews, ...grants!]);
  await client.query(
    `insert into corkboard.applied_files as a (path, sha256) ${contents}
     on conflict (path) do update set sha256 = excluded.sha256, applied_at = excluded.applied_at`,
    columns([...newTriggers, ...newViews]),
  );
  await client.query(
    `insert into corkboard.applied_files (path, sha256) select * from unnest($1::text[], $2::text[])
     on conflict (path) do nothing`,
    [migrations!.map(({ path }) => path), migrations!.map(({ sha256 }) => sha256)],
  );
  await client.query('commit');
}

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
