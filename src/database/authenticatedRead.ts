import type { z } from 'zod';
import type { Divisible } from './connection.ts';
import { type FragmentSqlToken, type QuerySqlToken, sql } from './sql.ts';
import { prepared } from './statement.ts';

/** A caller's read: the JSON of queries that return at most one row each. */
export interface RowsAsJson {
  queries: readonly FragmentSqlToken[];
  /** An expression for all of it, null unless the caller may read. */
  expression: (mayRead: FragmentSqlToken) => FragmentSqlToken;
  /** The value of the expression, from the JSON of each query's row; null: the query has no row. */
  compose: (rows: readonly (string | null)[]) => string | null;
}

/** The answer that is the row of one query. */
export const rowOf = (query: FragmentSqlToken): RowsAsJson => ({
  queries: [query],
  expression: mayRead =>
    sql.fragment`case when ${mayRead} then (select row_to_json(a)::text from (${query}) a) end`,
  compose: ([row]) => row!,
});

interface AuthenticatedRead<Row extends z.ZodType> {
  /**
   * The statement that authenticates the caller. It names the row of the function that does so `admitted`, and has the columns
   * that the caller gets, the workspace_id among them, and this expression as `answer`. A function, because each fragment
   * around another one costs time at every request: slonik copies the text.
   */
  statement: (answer: FragmentSqlToken) => QuerySqlToken<Row>;
  /** Whether the caller may read; without it, every caller that is found may. */
  mayRead?: FragmentSqlToken;
  /** It may refer to columns of `admitted` that the caller gets. */
  answer: RowsAsJson | undefined;
  /**
   * Whether the function that authenticates is the tables' owner's, uses only rows of the workspace, and adds no jobs. The node
   * that has the rows can do all of it then.
   */
  isOnNode: boolean;
}

const nothing = sql.fragment`null::text`;

/**
 * A statement that authenticates a caller and reads: its row, if it has one, has the columns and the answer, null if the
 * caller may not read. Authentication changes rows as another role, and Citus reads no such rows in the same transaction.
 */
export function authenticatedRead<Row extends z.ZodType>({
  statement,
  mayRead = sql.fragment`true`,
  answer,
  isOnNode,
}: AuthenticatedRead<Row>): Divisible<QuerySqlToken<Row>> {
  return {
    ...prepared(statement(answer ? answer.expression(mayRead) : nothing)),
    isOnNode,
    apart: async connection => {
      const authenticate = prepared(statement(mayRead));
      const found = await (isOnNode ? connection.sendAlone(authenticate) : connection.send(authenticate));
      const [{ answer: isPermitted, ...admitted } = {}] = found as Record<string, string | boolean | null>[];
      if (!answer || !isPermitted) return found.map(() => ({ ...admitted, answer: null }));
      const [, ...results] = await connection.sendTogether([
        prepared(sql.unsafe`select corkboard.enter_workspace(${admitted.workspace_id!})`),
        ...answer.queries.map(query =>
          prepared(sql.unsafe`
            select row_to_json(r)::text as row from (select ${columns(admitted)}) admitted cross join lateral (${query}) r`),
        ),
      ]);
      const rows = (results as { row: string }[][]).map(([first]) => first?.row ?? null);
      return [{ ...admitted, answer: answer.compose(rows) }];
    },
  };
}

/** The select list of a caller's columns, as values. Citus finds the shard by the workspace among them. */
const columns = (admitted: Record<string, string | boolean | null>): FragmentSqlToken =>
  sql.fragment`${sql.join(
    Object.entries(admitted).map(([name, value]) => {
      const given = name.endsWith('_id') ? sql.fragment`${value}::uuid` : sql.fragment`${value}::text`;
      return sql.fragment`${given} as ${sql.identifier([name])}`;
    }),
    sql.fragment`, `,
  )}`;
