import type pg from 'pg';
import { hasCitus } from './citus.ts';
import { type Client, clientPool } from './client.ts';
import { connectionTo, limits } from './connect.ts';
import { sql } from './sql.ts';
import { prepared } from './statement.ts';

/** How long an idle connection is kept: long, because its prepared statements are lost with it. */
const idleTimeoutMillis = 600_000;

/**
 * A pool of at most `size` connections for the web process, within the limits given. Each is opened when it is needed; the
 * first one finds out whether Citus distributes the tables. `node`: the node of the cluster to connect to in place of the
 * address's server.
 */
export function openPool(
  url: string,
  size: number,
  given = limits.web,
  node?: Pick<pg.ClientConfig, 'host' | 'port'>,
): pg.Pool {
  let isDistributed: boolean | undefined;
  const onConnect = async (client: Client) => {
    isDistributed ??= await hasCitus(client);
    client.isDistributed = isDistributed;
    // Citus needs the workspace when it plans.
    if (isDistributed) await client.query('set plan_cache_mode = auto');
  };
  return clientPool({
    ...connectionTo(url, 'web', given),
    ...(node && { host: node.host, port: node.port }),
    max: size,
    idleTimeoutMillis,
    onConnect: client => onConnect(client as Client),
  });
}

export { prepared, sql };
