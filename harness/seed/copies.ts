import type pg from 'pg';

/** A workspace that gets copies of the rows of another one. */
export interface Copy {
  from: string;
  to: string;
}

/**
 * Copies the rows of workspaces to others, except those of kinds that every workspace has from the beginning. Records get ids
 * of their own, in the same order. No trigger runs, because what triggers maintain is copied, too. It costs a quarter of what
 * adding the rows does.
 */
export async function copyRows(client: pg.Client, copies: Copy[]): Promise<void> {
  const [{ from, to }] = copies as [Copy];
  const values = [copies.map(copy => copy.from), copies.map(copy => copy.to)];
  await client.query('set session_replication_role = replica');
  for (const { name, columns } of (await client.query<Table>(tables)).rows) {
    const { rows } = await client.query(
      `select exists (select from ${name} where workspace_id = $1) and not exists (select from ${name} where workspace_id = $2) as "isCopied"`,
      [from, to],
    );
    if (!rows[0].isCopied) continue;
    const copied = columns.map(({ column, isId }) => (isId ? idOfCopy(column) : `r.${column}`));
    await client.query(
      `insert into ${name} (workspace_id, ${columns.map(({ column }) => column).join(', ')})
       select c.copy, ${copied.join(', ')}
         from unnest($1::uuid[], $2::uuid[]) with ordinality c (workspace, copy, n)
         join ${name} r on r.workspace_id = c.workspace order by c.n, r.ctid`,
      values,
    );
  }
  await client.query('reset session_replication_role');
}

/** A table of workspaces' rows, and the columns whose values are copied. */
interface Table {
  name: string;
  columns: { column: string; isId: boolean }[];
}

/** Tokens are left to the columns' defaults, because each belongs to one record. */
const tables = `
  select c.oid::regclass::text as name,
         json_agg(json_build_object('column', quote_ident(a.attname), 'isId', a.atttypid = 'uuid'::regtype) order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relkind = 'r' and c.relnamespace = 'corkboard'::regnamespace and a.attname <> 'workspace_id'
     and coalesce(pg_get_expr(d.adbin, d.adrelid), '') <> 'corkboard.new_share_token()'
     and exists (select from pg_attribute w where w.attrelid = c.oid and w.attname = 'workspace_id' and not w.attisdropped)
   group by c.oid`;

/** SQL for the id of a record's copy: with the time of the record's id, and another end. */
const idOfCopy = (column: string) =>
  `overlay(r.${column}::text placing left(md5(c.copy::text || r.${column}::text), 12) from 25)::uuid`;
