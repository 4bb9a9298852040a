import { z } from 'zod';
import type { Queries } from '../database/queries.ts';
import { type FragmentSqlToken, sql } from '../database/sql.ts';

const Stamped = z.object({ table: z.string(), columns: z.array(z.string()) });

/** The columns of the workspaces' tables that hold a time. */
const stamped = sql.type(Stamped)`
  select c.relname as "table", array_agg(a.attname::text) as columns
    from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.atttypid = 'timestamptz'::regtype and a.attnum > 0
   where c.relnamespace = 'corkboard'::regnamespace and c.relkind = 'r' and not a.attisdropped
     and exists (select 1 from pg_catalog.pg_attribute w where w.attrelid = c.oid and w.attname = 'workspace_id')
   group by 1`;

/** Moves all timestamps of a workspace into the past by a PostgreSQL interval. */
export async function timePasses(database: Queries, workspaceId: string, past: string): Promise<void> {
  const interval = sql.fragment`${past}::interval`;
  const earlier = (column: string) =>
    sql.fragment`${sql.identifier([column])} = ${sql.identifier([column])} - ${interval}`;
  const list = (parts: FragmentSqlToken[]) => sql.join(parts, sql.fragment`, `);
  const moves = (await database.any(stamped)).map(({ table, columns }) => {
    const more = derived[table]?.(interval) ?? [];
    return sql.fragment`${sql.identifier([`of_${table}`])} as (
      update ${sql.identifier(['corkboard', table])}
         set ${list([...columns.map(earlier), ...more])}
       where workspace_id = ${workspaceId})`;
  });
  await database.any(sql.unsafe`
    with ${list(moves)}
    update corkboard.workspaces set created_at = created_at - ${interval} where id = ${workspaceId}`);
}

/** Other columns that contain a time or follow from one, by table. */
const derived: Record<string, (interval: FragmentSqlToken) => FragmentSqlToken[]> = {
  webhook_deliveries: interval => [sql.fragment`data = ${bodyEarlier(interval)}`],
  // The story logs time on the day of the work.
  time_entries: interval => [sql.fragment`date = ${dayOfCreation('time_entries', interval)}`],
  credit_notes: interval => [sql.fragment`credited_on = ${dayOfCreation('credit_notes', interval)}`],
};

/** The day on which a row of a table will have been created. */
const dayOfCreation = (table: string, interval: FragmentSqlToken) => sql.fragment`(
  select (${sql.identifier([table, 'created_at'])} - ${interval}) at time zone w.time_zone
    from corkboard.workspaces w where w.id = ${sql.identifier([table, 'workspace_id'])})::date`;

/** Bodies of deliveries contain times too: the fields whose names end with At. */
const bodyEarlier = (interval: FragmentSqlToken) => sql.fragment`(
  select ('{' || string_agg(to_json(f.key) || ':' || case
            when f.key like '%At' then to_json(corkboard.iso((f.value #>> '{}')::timestamptz - ${interval}))
            else f.value end, ',' order by f.n) || '}')::json
    from json_each(data) with ordinality f (key, value, n))`;
