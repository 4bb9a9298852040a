import { type QuerySqlToken, sql } from './sql.ts';

/** slonik's prefix for the number of a value, so that it is never mistaken for a `$1` in the text. */
export const placeholder = sql.fragment`${1}`.sql.slice(0, -1);

/** The name of each prepared statement by its SQL, and its text by its name. */
const names = new Map<string, string>();
const texts = new Map<string, string>();

/**
 * Makes a statement prepared: PostgreSQL parses and plans it once per connection, and then knows it by name. The name
 * follows from the SQL, so statements may be composed of fragments.
 */
export function prepared<Query extends QuerySqlToken>(query: Query): Query {
  return { ...query, name: names.get(query.sql) ?? nameNew(query.sql) };
}

function nameNew(statement: string): string {
  const name = `corkboard_${names.size + 1}`;
  names.set(statement, name);
  texts.set(name, textOf(statement));
  return name;
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

const textOf = (statement: string) => statement.replaceAll(placeholder, '$');
