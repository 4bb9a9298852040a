import type pg from 'pg';
import { queuedJobs } from './queue.ts';

export const schemaFile = new URL('../../sql/schema.txt', import.meta.url);

/**
 * Queries the lines of the description. Each has a sort key: the kind and name of the object, the part of it, and the
 * place in that part.
 */
const lines = `
  with relation as (
    select c.*, c.oid::regclass::text as name, obj_description(c.oid, 'pg_class') as purpose,
           case c.relkind when 'r' then 3 when 'v' then 4 end as kind
      from pg_class c
     where c.relnamespace in (select oid from pg_namespace where nspname in ('corkboard', 'corkboard_ops'))
       and c.relkind in ('r', 'v')),
  column_ as (
    select r.kind, r.name, a.attnum, col_description(r.oid, a.attnum) as purpose,
           concat_ws(' ',
             quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
             case when a.attcollation <> t.typcollation then 'collate ' || a.attcollation::regcollation end,
             case when a.attnotnull then 'not null' end,
             case when a.attgenerated <> '' then 'generated as ' || pg_get_expr(d.adbin, d.adrelid)
                  else 'default ' || pg_get_expr(d.adbin, d.adrelid) end) as text
      from relation r
      join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum),
  line (kind, name, part, place, text) as (
    select 1, n.nspname::text, 1, '', 'schema ' || n.nspname || coalesce(E'\\n  -- ' || obj_description(n.oid, 'pg_namespace'), '')
      from pg_namespace n where n.nspname in ('corkboard', 'corkboard_ops')
    union all
    select 2, t.oid::regtype::text, 1, '',
           format('type %s (%s)', t.oid::regtype, (
             select string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
               from pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0))
           || coalesce(E'\\n  -- ' || obj_description(t.oid, 'pg_type'), '')
      from pg_type t join pg_class c on c.oid = t.typrelid and c.relkind = 'c'
     where t.typnamespace = 'corkboard'::regnamespace
    union all
    select r.kind, r.name, 1, '',
           concat_ws(' ',
             case when r.relpersistence = 'u' then 'unlogged' end, case r.relkind when 'r' then 'table' else 'view' end, r.name,
             'with (' || array_to_string(r.reloptions, ', ') || ')')
           || coalesce(E'\\n  -- ' || r.purpose, '')
      from relation r
    union all
    select 3, '${queuedJobs}', 1, '', 'table ${queuedJobs} (the queue''s own; here what is added to it)'
    union all
    select c.kind, c.name, 2, to_char(c.attnum, '000'), '  ' || c.text || coalesce(' -- ' || c.purpose, '')
      from column_ c
    union all
    -- Without those of columns that are not null, which are constraints from PostgreSQL 18 on only.
    select r.kind, r.name, 3, c.conname, format('  constraint %s %s', c.conname, pg_get_constraintdef(c.oid))
      from relation r join pg_constraint c on c.conrelid = r.oid and c.contype <> 'n'
    union all
    select 3, coalesce(r.name, i.indrelid::regclass::text), 4, x.relname,
           concat('  ', case when i.indisunique then 'unique ' end, 'index ', x.relname, ' ',
             substring(pg_get_indexdef(i.indexrelid) from ' USING (.*)$'))
      from pg_index i
      join pg_class x on x.oid = i.indexrelid
      left join relation r on r.oid = i.indrelid
     where (r.oid is not null or starts_with(x.relname, 'corkboard_'))
       and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))
    union all
    select r.kind, r.name, 5, g.tgname,
           '  trigger ' || regexp_replace(pg_get_triggerdef(g.oid), '^CREATE TRIGGER (\\S+) (.*) ON \\S+', '\\1 \\2')
      from relation r join pg_trigger g on g.tgrelid = r.oid and not g.tgisinternal
    union all
    select r.kind, r.name, 6, p.polname,
           format('  policy %s using %s', p.polname, regexp_replace(pg_get_expr(p.polqual, p.polrelid), '\\s+', ' ', 'g'))
           || case when not r.relrowsecurity then ' (not in force)' else '' end
      from relation r join pg_policy p on p.polrelid = r.oid
    union all
    select 5, p.oid::regprocedure::text, 1, '',
           concat_ws(' ',
             format('%s %s(%s)', case p.prokind when 'p' then 'procedure' else 'function' end,
               p.oid::regproc, pg_get_function_arguments(p.oid)),
             'returns ' || pg_get_function_result(p.oid),
             case p.provolatile when 'i' then 'immutable' when 's' then 'stable' end,
             case when p.prosecdef then 'security definer' end,
             'set ' || array_to_string(p.proconfig, ', '))
           || coalesce(E'\\n  -- ' || obj_description(p.oid, 'pg_proc'), '')
      from pg_proc p where p.pronamespace = 'corkboard'::regnamespace)
  select kind || name as object, text from line
   order by kind, name collate "C", part, place collate "C"`;

/** Describes a database's types, tables, views and functions. The text is the same on every version of PostgreSQL. */
export async function describeSchema(
  client: pg.ClientBase,
  isDescribed = (_: string) => true,
): Promise<string> {
  // With an empty search path PostgreSQL writes every name with its schema.
  await client.query(`select set_config('search_path', '', false)`);
  const { rows } = await client.query<{ object: string; text: string }>(lines);
  const described = rows.filter(({ object }) => isDescribed(object));
  const paragraphs = Map.groupBy(described, ({ object }) => object).values();
  return [...paragraphs].map(paragraph => paragraph.map(({ text }) => `${text}\n`).join('')).join('\n');
}

/** The same without the functions, each of which a file in sql/functions/ defines and describes. */
export const describeTables = (client: pg.ClientBase): Promise<string> =>
  describeSchema(client, object => !object.startsWith('5'));
