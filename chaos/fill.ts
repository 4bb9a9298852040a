import type pg from 'pg';
import { withClient } from '../harness/database.ts';

interface Table {
  name: string;
  columns: string;
  /** The columns as texts, which lose nothing on their way through JavaScript; JSON as it is. */
  texts: string;
}

/** Replaces all rows of a database of the same release by those of another one, generated columns excepted. */
export async function fill(from: string, to: string): Promise<void> {
  await withClient(from, source =>
    withClient(to, async target => {
      // Neither triggers nor foreign keys: the rows come as they are, table by table.
      await target.query('begin; set local session_replication_role = replica');
      for (const { name, columns, texts } of await tablesOf(target)) {
        const { rows } = await source.query(`select ${texts} from ${name}`);
        await target.query(`delete from ${name}`);
        await target.query(
          `insert into ${name} (${columns}) overriding system value
           select ${columns} from json_populate_recordset(null::${name}, $1)`,
          [JSON.stringify(rows)],
        );
      }
      await target.query('commit');
    }),
  );
}

async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns,
            string_agg(
              case when a.atttypid in ('json'::regtype, 'jsonb'::regtype) then quote_ident(a.attname)
                   else format('%1$I::text as %1$I', a.attname) end, ', ' order by a.attnum) as texts
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind = 'r' and n.nspname in ('corkboard', 'graphile_worker')
      group by n.nspname, c.relname
      order by 1`,
  );
  return rows;
}
