import { createPool, type DatabasePool, type QuerySqlToken, sql } from 'slonik';
import { log } from '../log.ts';
import { named, notAnswering, withSetting } from './connect.ts';

/** Nothing the service asks of the database takes this long; what does is stuck, and must not hold its connection. */
const statementTimeoutMs = 15_000;
/** A database that is gone is said at once, not after a wait. */
const connectionTimeoutMs = 3_000;
/** Long, because a connection's prepared statements go with it. */
const idleTimeoutMs = 600_000;

/**
 * Plans made once per statement: the ones made for the values at hand are no better here (every list walks
 * an index of its own), and making them costs more than running them.
 */
const genericPlans = 'plan_cache_mode=force_generic_plan';

/** Opens a pool of at most `size` connections for the process `name`. Throws StartError where the database does not answer. */
export async function openPool(url: string, name: string, size: number): Promise<DatabasePool> {
  const pool = await createPool(withSetting(named(url, name), genericPlans), {
    maximumPoolSize: size,
    statementTimeout: statementTimeoutMs,
    connectionTimeout: connectionTimeoutMs,
    connectionRetryLimit: 0,
    idleTimeout: idleTimeoutMs,
    queryRetryLimit: 2,
    typeParsers: [],
    // The default, DISCARD ALL, costs a round trip per use and drops the prepared statements.
    // Nothing here leaves state behind in a connection.
    resetConnection: async () => {},
  }).catch((error: Error) => {
    throw notAnswering(error);
  });
  // An idle connection that breaks is replaced at the next use.
  pool.on('error', error => log.warn({ err: error }, 'database connection lost'));
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
