import { type FragmentSqlToken, type QuerySqlToken, sql } from 'slonik';
import type { z } from 'zod';
import type { Divisible } from './connection.ts';
import { placeholder, prepared } from './statement.ts';

/** What a caller reads: the JSON of queries that return at most one row each. */
export interface Answer {
  queries: readonly FragmentSqlToken[];
  /** An expression for all of it. */
  expression: FragmentSqlToken;
  /** The value of the expression, from the JSON of each query's row; null: the query has no row. */
  compose: (rows: readonly (string | null)[]) => string | null;
}

/** The answer that is the row of one query. */
export const rowOf = (query: FragmentSqlToken): Answer => ({
  queries: [query],
  expression: sql.fragment`(select row_to_json(a)::text from (${query}) a)`,
  compose: ([row]) => row!,
});

interface AuthenticatedRead {
  /** The FROM clause that calls the function which authenticates the caller, and names its row `admitted`. */
  from: FragmentSqlToken;
  /** The columns that the caller gets, the workspace_id among them. */
  columns: FragmentSqlToken;
  /** Whether the caller may read. */
  mayRead: FragmentSqlToken;
  /** It may refer to columns of `admitted` that the caller gets. */
  answer: Answer | undefined;
}

/**
 * A statement that authenticates a caller and reads: its row, if it has one, has the columns and the answer, null if the
 * caller may not read. Authentication changes rows as another role, and Citus reads no such rows in the same transaction.
 */
export function authenticatedRead<Row extends z.ZodType>(
  row: Row,
  { from, columns, mayRead, answer }: AuthenticatedRead,
): Divisible<QuerySqlToken<Row>> {
  // Each fragment around another one costs time at every request, because slonik copies the text.
  const joined = answer
    ? sql.type(row)`
        select ${columns}, case when ${mayRead} then ${answer.expression} end as answer from ${from}`
    : sql.type(row)`select ${columns}, null::text as answer from ${from}`;
  return {
    ...prepared(joined),
    apart: async connection => {
      const found = await connection.send(
        prepared(sql.unsafe`select ${columns}, ${mayRead} as may_read from ${from}`),
      );
      const [{ may_read, ...caller } = {}] = found as Record<string, string | boolean | null>[];
      if (!answer || !may_read) return found.map(() => ({ ...caller, answer: null }));
      const [, ...results] = await connection.sendTogether([
        prepared(sql.unsafe`select corkboard.enter_workspace(${caller.workspace_id!})`),
        ...answer.queries.map(query =>
          prepared(sql.unsafe`select row_to_json(r)::text as row from (${withValues(query, caller)}) r`),
        ),
      ]);
      const rows = (results as { row: string }[][]).map(([first]) => first?.row ?? null);
      return [{ ...caller, answer: answer.compose(rows) }];
    },
  };
}

/**
 * The query with values in place of the columns of `admitted`, and of the workspace of `row`, a row of a list
 * (src/records/list.ts): for PostgreSQL that one is faster to compare with.
 */
function withValues(
  query: FragmentSqlToken,
  admitted: Record<string, string | boolean | null>,
): FragmentSqlToken {
  const values = [...query.values];
  const text = query.sql.replaceAll(
    /\b(?:admitted\.(\w+)|row\.workspace_id)/g,
    (_, name = 'workspace_id') => {
      values.push(admitted[name] ?? null);
      return `${placeholder}${values.length}::${name.endsWith('_id') ? 'uuid' : 'text'}`;
    },
  );
  return { ...query, sql: text, values };
}
