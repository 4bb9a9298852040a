import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { objects, workspaceId } from '../records/fragments.ts';
import { nilId } from '../vocabulary/id.ts';

/**
 * Reads the one row of a query in the workspace, which the query names as `workspaceId`. Each read is a short transaction of its
 * own: one for the whole file would keep a connection and hold back vacuum for as long as a slow download takes.
 */
export type Read = <Row>(query: FragmentSqlToken) => Promise<Row>;

/** How many rows are read and held in memory at a time, because a file may have any number of them. */
export const batchLength = 250;
const limit = sql.literalValue(`${batchLength}`);
const lastOffset = sql.literalValue(`${batchLength - 1}`);

/** Some rows of a table, in the order of their ids. */
export interface Batch<Row> {
  rows: Row[];
  /** The id after which the next batch begins; null: there are no more. */
  next: string | null;
}

/**
 * The query of a Batch. It looks at a batch of the workspace's rows of the table, which `select` selects from as `t`: that may
 * leave some of them out, and then the batch is shorter.
 */
export const batchOf = (table: string, after: string, select: FragmentSqlToken): FragmentSqlToken =>
  batchFrom(
    sql.fragment`
      select t.* from corkboard.${sql.identifier([table])} t
       where t.workspace_id = ${workspaceId} and t.id > ${after}::uuid`,
    select,
  );

/** The same of the rows of a query, which come after an id. */
export const batchFrom = (rows: FragmentSqlToken, select: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  with scanned as materialized (${rows} order by id limit ${limit})
  select ${objects(sql.fragment`${select} order by t.id`)} as rows,
         (select s.id from scanned s order by s.id offset ${lastOffset} limit 1) as next`;

/** The rows of all batches of a query, batch by batch. */
export async function* batchesOf<Row>(
  read: Read,
  query: (after: string) => FragmentSqlToken,
): AsyncGenerator<Row[]> {
  for (let after: string | null = nilId; after !== null; ) {
    const { rows, next }: Batch<Row> = await read<Batch<Row>>(query(after));
    yield rows;
    after = next;
  }
}

/** The rows of a query of rows after one (null: of the first ones), batch by batch. The last batch is shorter than the others. */
export async function* batchesAfter<Row>(
  read: Read,
  query: (last: Row | null, limit: number) => FragmentSqlToken,
): AsyncGenerator<Row[]> {
  for (let last: Row | null | undefined = null; last !== undefined; ) {
    const { rows }: { rows: Row[] } = await read<{ rows: Row[] }>(query(last, batchLength));
    yield rows;
    last = rows.length < batchLength ? undefined : rows.at(-1);
  }
}
