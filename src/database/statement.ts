import { type QuerySqlToken, sql } from './sql.ts';

/** slonik's prefix for the number of a value, so that it is never mistaken for a `$1` in the text. */
const placeholder = sql.fragment`${1}`.sql.slice(0, -1);

/**
 * The most statements that are prepared. Each takes up to a megabyte in every connection, and a list has one for each combination
 * of filters and orders. Those beyond are planned each time.
 */
const maxStatements = 1_000;

/** Each prepared statement by its SQL, and its text by its name. */
const statements = new Map<string, { name: string; sql: string }>();
const texts = new Map<string, string>();

/**
 * Makes a statement prepared: PostgreSQL parses and plans it once per connection, and then knows it by name. The name
 * follows from the SQL, so statements may be composed of fragments. Its SQL is the copy that is kept here, because many
 * statements are kept whose SQL is the same.
 */
export function prepared<Query extends QuerySqlToken>(query: Query): Query {
  return { ...query, ...(statements.get(query.sql) ?? nameNew(query.sql)) };
}

function nameNew(sql: string): { name: string; sql: string } | undefined {
  if (statements.size === maxStatements) return undefined;
  const statement = { name: `corkboard_${statements.size + 1}`, sql };
  statements.set(sql, statement);
  texts.set(statement.name, textOf(sql));
  return statement;
}

/** A statement for node-postgres. A statement with a name is prepared. */
interface QueryConfig {
  name?: string;
  text: string;
  values: unknown[];
}

/** Converts a statement that slonik composed to one for node-postgres. */
export function queryConfig({ name, sql, values }: QuerySqlToken): QueryConfig {
  const given = values as unknown[];
  if (name === undefined) return { text: textOf(sql), values: given };
  return { name, text: texts.get(name)!, values: given };
}

const textOf = (sql: string) => sql.replaceAll(placeholder, '$');
