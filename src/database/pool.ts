import type pg from 'pg';
import { sql } from 'slonik';
import { clientPool } from './client.ts';
import { connectionTo, limits, notAnswering } from './connect.ts';
import { prepared } from './statement.ts';

/** How long an idle connection is kept: long, because its prepared statements end with it. */
const idleTimeoutMillis = 600_000;

/** Opens a pool of at most `size` connections for the web process, within the limits given. Throws StartError if the database does not answer. */
export async function openPool(url: string, size: number, given = limits.web): Promise<pg.Pool> {
  const pool = clientPool({ ...connectionTo(url, 'web', given), max: size, idleTimeoutMillis });
  const client = await pool.connect().catch((error: Error) => {
    throw notAnswering(error);
  });
  client.release();
  return pool;
}

export { prepared, sql };
