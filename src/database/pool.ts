import { createPool, type DatabasePool, type QuerySqlToken, sql } from 'slonik';
import { log } from '../log.ts';
import { limits, notAnswering } from './connect.ts';
import { driver } from './driver.ts';

/** How long an idle connection is kept: long, because its prepared statements end with it. */
const idleTimeoutMs = 600_000;

/** Opens a pool of at most `size` connections for the web process, within the limits given. Throws StartError where the database does not answer. */
export async function openPool(url: string, size: number, given = limits.web): Promise<DatabasePool> {
  const pool = await createPool(url, {
    driverFactory: driver(given),
    maximumPoolSize: size,
    connectionRetryLimit: 0,
    idleTimeout: idleTimeoutMs,
    queryRetryLimit: 2,
    // The default, DISCARD ALL, costs a round trip per use and drops the prepared statements.
    // Nothing here leaves state behind in a connection.
    resetConnection: async () => {},
  });
  // An idle connection that breaks is replaced at the next use.
  pool.on('error', error => log.warn({ err: error }, 'database connection lost'));
  await pool
    .connect(async () => {})
    .catch((error: Error) => {
      throw notAnswering(error);
    });
  return pool;
}

const names = new Map<string, string>();

/**
 * Makes a statement prepared: parsed and planned once per connection, then known by name.
 * The name follows from the text, so statements may be put together from fragments.
 */
export function prepared<Query extends QuerySqlToken>(query: Query): Query {
  let name = names.get(query.sql);
  if (name === undefined) {
    name = `corkboard_${names.size + 1}`;
    names.set(query.sql, name);
  }
  return { ...query, name };
}

export { sql };
