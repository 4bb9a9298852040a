import type { z } from 'zod';
import type { Divisible } from './connection.ts';
import { type FragmentSqlToken, type QuerySqlToken, sql } from './sql.ts';
import { prepared } from './statement.ts';

/** A caller's read: the JSON of queries that return at most one row each. */
export interface RowsAsJson {
  queries: readonly FragmentSqlToken[];
  /** The names of values that differ from request to request, beside those of the statement. */
  names?: readonly string[];
  /** An expression for all of it, null unless the caller may read, of the values by name. */
  expression: (mayRead: FragmentSqlToken, given: Record<string, FragmentSqlToken>) => FragmentSqlToken;
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

/** The answer to a caller who reads nothing. */
const nothing: RowsAsJson = {
  queries: [],
  expression: () => sql.fragment`null::text`,
  compose: () => null,
};

/** Values of a statement by name. */
type Values<Name extends string = string> = Record<Name, unknown>;

interface AuthenticatedRead<Name extends string, Row extends z.ZodType> {
  /** The names of the values that differ from caller to caller. */
  names: readonly Name[];
  /**
   * The statement that authenticates the caller, of those values. It names the row of the function that does so
   * `admitted`, and has the columns that the caller gets, the workspace_id among them, and this expression as `answer`. A function,
   * because each fragment around another one costs time: slonik copies the text.
   */
  statement: (given: Record<Name, FragmentSqlToken>, answer: FragmentSqlToken) => QuerySqlToken<Row>;
  /** Whether the caller may read; without it, every caller that is found may. */
  mayRead?: FragmentSqlToken;
  /**
   * Whether the function that authenticates is the tables' owner's, uses only rows of the workspace, and adds no jobs. The node
   * that has the rows can do all of it then.
   */
  isOnNode: boolean;
}

/**
 * Returns a function that makes a statement which authenticates a caller and reads: its row, if it has one, has the columns and
 * the answer, null if the caller may not read. `answer` may refer to columns of `admitted` that the caller gets. Its statement is
 * composed once and then filled with the values of each caller, because composing it takes longer than anything else that a
 * small read does here.
 */
export function authenticatedRead<Name extends string, Row extends z.ZodType>({
  names,
  statement,
  mayRead = sql.fragment`true`,
  isOnNode,
}: AuthenticatedRead<Name, Row>): (
  given: Values<Name> & Values,
  answer?: RowsAsJson,
) => Divisible<QuerySqlToken<Row>> {
  const composed = new WeakMap<RowsAsJson, Template<Row>>();
  return (given, answer = nothing) => {
    let fill = composed.get(answer);
    if (fill === undefined) {
      fill = template([...names, ...(answer.names ?? [])], stands =>
        statement(stands, answer.expression(mayRead, stands)),
      );
      composed.set(answer, fill);
    }
    return {
      ...fill(given),
      isOnNode,
      // Authentication changes rows as another role, and Citus reads no such rows in the same transaction.
      apart: async connection => {
        const authenticate = template(names, stands => statement(stands, mayRead))(given);
        const found = await (isOnNode ? connection.sendAlone(authenticate) : connection.send(authenticate));
        const [{ answer: isPermitted, ...admitted } = {}] = found as Record<
          string,
          string | boolean | null
        >[];
        if (answer.queries.length === 0 || !isPermitted)
          return found.map(() => ({ ...admitted, answer: isPermitted ? answer.compose([]) : null }));
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
  };
}

type Template<Row extends z.ZodType> = (given: Values) => QuerySqlToken<Row>;

/** Composes a statement once, with a stand-in for each value, and returns a function that puts in the values. */
function template<Row extends z.ZodType>(
  names: readonly string[],
  compose: (stands: Record<string, FragmentSqlToken>) => QuerySqlToken<Row>,
): Template<Row> {
  // Each is a buffer of its own, so that no other value can be mistaken for it.
  const stands = names.map(name => [name, Buffer.from(name)] as const);
  const fragments = stands.map(([name, stand]) => [name, sql.fragment`${sql.binary(stand)}`]);
  const query = prepared(compose(Object.fromEntries(fragments)));
  const places = query.values.map(value => stands.find(([, stand]) => stand === value)?.[0]);
  return given => ({
    ...query,
    values: query.values.map((value, i) => (places[i] === undefined ? value : given[places[i]])) as never,
  });
}

/** The select list of a caller's columns, as values. Citus finds the shard by the workspace among them. */
const columns = (admitted: Record<string, string | boolean | null>): FragmentSqlToken =>
  sql.fragment`${sql.join(
    Object.entries(admitted).map(([name, value]) => {
      const type = typeof value === 'boolean' ? 'bool' : name.endsWith('_id') ? 'uuid' : 'text';
      return sql.fragment`${value}::${sql.identifier([type])} as ${sql.identifier([name])}`;
    }),
    sql.fragment`, `,
  )}`;
