import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { objects, workspaceId } from '../records/fragments.ts';
import { nilId } from '../vocabulary/id.ts';

/**
 * Reads the one row of a query in the workspace, which the query names as `workspaceId`. Each read is a short transaction of its
 * own: one for the whole file would keep a connection and hold back vacuum for as long as a slow download takes.
 */
export type ReadRow = <Row>(query: FragmentSqlToken) => Promise<Row>;

/** How many rows are read and held in memory at a time, because a file may have any number of them. */
export const batchLength = 250;
const limit = sql.literalValue(`${batchLength}`);
const lastOffset = sql.literalValue(`${batchLength - 1}`);

/** Some rows of a table, in the order of their ids. */
interface Batch<Row> {
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

/** The same of the rows of a query, which come after an id. `order`: of what is selected of the same row. */
export const batchFrom = (
  rows: FragmentSqlToken,
  select: FragmentSqlToken,
  order = sql.fragment``,
): FragmentSqlToken => sql.fragment`
  with scanned as materialized (${rows} order by id limit ${limit})
  select ${objects(sql.fragment`${select} order by t.id ${order}`)} as rows,
         (select s.id from scanned s order by s.id offset ${lastOffset} limit 1) as next`;

/**
 * The rows of all batches of a query, batch by batch. `query`: the query of the batch after a row or an id (null: of the first one);
 * `next`: where the following one begins, from what it found; null: there is none.
 */
export async function* batches<Found extends { rows: unknown[] }, After>(
  read: ReadRow,
  query: (after: After | null) => FragmentSqlToken,
  next: (found: Found) => After | null,
): AsyncGenerator<Found['rows']> {
  let after: After | null = null;
  do {
    const found: Found = await read<Found>(query(after));
    yield found.rows;
    after = next(found);
  } while (after !== null);
}

/** The same for batches of a table (batchOf). */
export const batchesOf = <Row>(
  read: ReadRow,
  query: (after: string) => FragmentSqlToken,
): AsyncGenerator<Row[]> =>
  batches(
    read,
    (after: string | null) => query(after ?? nilId),
    ({ next }: Batch<Row>) => next,
  );

/** The same for a query of rows after one. The last batch is shorter than the others. */
export const batchesAfter = <Row>(
  read: ReadRow,
  query: (last: Row | null, limit: number) => FragmentSqlToken,
): AsyncGenerator<Row[]> =>
  batches(
    read,
    (last: Row | null) => query(last, batchLength),
    ({ rows }: { rows: Row[] }) => (rows.length < batchLength ? null : rows.at(-1)!),
  );
