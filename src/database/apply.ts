import { dropDistributedViews, hasCitus, runOneByOne } from './citus.ts';
import type { Client } from './client.ts';
import { type SqlFile, sqlFiles } from './sqlFolder.ts';

/**
 * Runs the files of a folder whose text, or what it created, is not as the last release left it; with `force` all of
 * them. They run in one transaction, in the order of the files' own names. The order is free: functions may use each
 * other before they exist, because PostgreSQL only checks a body when it runs. Unchanged files are skipped, because
 * replacing a view or a trigger takes a lock that waits for everyone who reads the view or writes the table. Returns
 * whether any file ran.
 */
export async function applyChanged(client: Client, folder: string, force = false): Promise<boolean> {
  const files = await sqlFiles(folder);
  await client.query(begin);
  const changed = force ? files : await changedFiles(client, files);
  // The definitions were read with locks on the views' tables. Nothing may be waited for with these in hand.
  await client.query('commit');
  if (changed.length === 0) return false;
  const texts = changed.map(({ text }) => text);
  await client.query(begin);
  if (await hasCitus(client)) {
    if (folder === 'functions') await dropDistributedViews(client);
    await runOneByOne(client, texts);
  } else {
    await client.query(texts.join(';\n'));
  }
  await client.query(
    `insert into corkboard.applied_files as a (path, sha256, definition)
     select f.path, f.sha256, d.definition
       from unnest($3::text[], $4::text[]) f (path, sha256)
       left join (${definitions}) d on d.path = f.path
     on conflict (path) do update
        set sha256 = excluded.sha256, definition = excluded.definition, applied_at = excluded.applied_at`,
    [...creations(changed), changed.map(({ path }) => path), changed.map(({ sha256 }) => sha256)],
  );
  await client.query('commit');
  return true;
}

/** Records the texts of files that have been applied and are not recorded yet. */
export async function recordTexts(client: Client, files: SqlFile[]): Promise<void> {
  await client.query(
    `insert into corkboard.applied_files (path, sha256) select * from unnest($1::text[], $2::text[])
     on conflict (path) do nothing`,
    [files.map(({ path }) => path), files.map(({ sha256 }) => sha256)],
  );
}

// With an empty search path PostgreSQL writes every name in a definition with its schema.
const begin = `begin; set local search_path = ''; set local check_function_bodies = off`;

async function changedFiles(client: Client, files: SqlFile[]): Promise<SqlFile[]> {
  const { rows } = await client.query(
    `select a.path, a.sha256
       from corkboard.applied_files a left join (${definitions}) d on d.path = a.path
      where a.definition is not distinct from d.definition`,
    creations(files),
  );
  const unchanged = new Map(rows.map((row: { path: string; sha256: string }) => [row.path, row.sha256]));
  return files.filter(({ path, sha256 }) => unchanged.get(path) !== sha256);
}

/** The parameters of `definitions`: what the files create, as paths and names side by side. */
function creations(files: SqlFile[]): [string[], string[]] {
  const created = files.flatMap(({ path, text }) => {
    const names = [...text.matchAll(/^\s*create or replace (?:function|procedure|view) (\w+\.\w+)/gm)];
    // Grants create nothing: they change the rights on everything.
    if (names.length === 0) return [{ path, name: rights }];
    return [...new Set(names.map(([, name]) => name!))].map(name => ({ path, name }));
  });
  return [created.map(({ path }) => path), created.map(({ name }) => name)];
}

/** Stands for the rights on everything among the names of what files create. */
const rights = 'rights';

/**
 * A hash for each path of the definitions of what its file created, as PostgreSQL shows them now. It differs after
 * someone has replaced or dropped one of them, after a restore that lost the rights, and on another major version of
 * PostgreSQL, for which a file may create something else.
 */
const definitions = `
  select c.path,
         encode(sha256(convert_to(concat(current_setting('server_version_num')::integer / 10000,
           string_agg(o.definition, chr(10) order by o.definition collate "C")), 'UTF8')), 'hex') as definition
    from unnest($1::text[], $2::text[]) c (path, name)
    join (
      select format('%s.%s', n.nspname, p.proname) as name,
             concat(pg_get_functiondef(p.oid), obj_description(p.oid, 'pg_proc')) as definition
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = 'corkboard' and p.prokind in ('f', 'p')
      union all
      select format('%s.%s', n.nspname, p.proname), pg_get_triggerdef(g.oid)
        from pg_trigger g join pg_proc p on p.oid = g.tgfoid join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = 'corkboard' and not g.tgisinternal
      union all
      select format('%s.%s', n.nspname, r.relname),
             concat(pg_get_viewdef(r.oid), r.reloptions, obj_description(r.oid, 'pg_class'),
               (select string_agg(concat(a.attname, col_description(r.oid, a.attnum)), chr(10) order by a.attnum)
                  from pg_attribute a where a.attrelid = r.oid))
        from pg_class r join pg_namespace n on n.oid = r.relnamespace
       where n.nspname = 'corkboard_ops' and r.relkind = 'v'
      union all
      select '${rights}', concat(o.name, o.acl)
        from (
          select n.nspname::text as name, n.nspacl as acl from pg_namespace n
          union all
          select r.oid::regclass::text, r.relacl from pg_class r where r.relkind in ('r', 'v', 'S')
          union all
          select p.oid::regprocedure::text, p.proacl from pg_proc p
          union all
          select concat(p.polname, p.polrelid::regclass), null from pg_policy p
          union all
          select to_regrole('corkboard_app')::text, null) o
       where o.name ~ '^(corkboard|graphile_worker)') o on o.name = c.name
   group by c.path`;
