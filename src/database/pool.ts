import type pg from 'pg';
import { sql } from 'slonik';
import { clientPool } from './client.ts';
import { connectionTo, limits } from './connect.ts';
import { prepared } from './statement.ts';

/** How long an idle connection is kept: long, because its prepared statements are lost with it. */
const idleTimeoutMillis = 600_000;

/** A pool of at most `size` connections for the web process, within the limits given. Each is opened when it is needed. */
export const openPool = (url: string, size: number, given = limits.web): pg.Pool =>
  clientPool({ ...connectionTo(url, 'web', given), max: size, idleTimeoutMillis });

export { prepared, sql };
