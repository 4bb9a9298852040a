import { once } from 'node:events';
import { type AddressInfo, Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { baseUrl, type Config } from '../config.ts';
import { consoleRoutes } from '../console/routing/route.ts';
import { groupOf } from '../console/sessions/groupOf.ts';
import { limits } from '../database/connect.ts';
import { Database } from '../database/database.ts';
import { type Node, NodePools } from '../database/nodes.ts';
import { openPool } from '../database/pool.ts';
import { healthOf } from '../database/ready.ts';
import { StartError } from '../errors/startError.ts';
import { limits as ofConnections } from '../http/limits.ts';
import { httpServer } from '../http/server.ts';
import {
  type Connections,
  type Readiness,
  type WorkerState,
  waitingForDatabase,
} from '../telemetry/health.ts';

/** How long idle connections stay open when the server stops, in ms: a request may be on its way in them. */
const graceMs = 500;
/** How often connections that have become idle are closed while the server stops, in ms. */
const sweepMs = 50;

/** A server of the API. */
interface Web {
  port: number;
  connections(): Connections;
  whyUnready: Readiness;
  /** Whether a worker reported lately. */
  workerState(): Promise<WorkerState>;
  /** Answers the requests in progress and accepts no new ones. */
  stop(): Promise<void>;
}

/**
 * Serves HTTP over a database, within the given wait limits. While `awayBecause` returns an error, requests fail with
 * that error and the server isn't ready. Throws StartError if the port is taken.
 */
export async function serve(
  config: Config,
  databaseUrl: string,
  given = limits.web,
  awayBecause: () => Error | undefined = () => undefined,
): Promise<Web> {
  const pool = openPool(databaseUrl, config.webPoolSize, given);
  const aside = openPool(databaseUrl, 1, given);
  const health = healthOf(aside);
  const whyUnready: Readiness = async () => (awayBecause() ? waitingForDatabase : health.whyUnready());
  const { workerState } = health;
  const nodePools = new NodePools(node => openPool(databaseUrl, config.webPoolSize, given, node));
  const unlessAway = (pool: pg.Pool) => ({
    connect: async () => {
      const away = awayBecause();
      if (away) throw away;
      return pool.connect();
    },
  });
  // Remembered when the server starts listening: one that has stopped listening but still answers has no address.
  let port = config.port;
  const poolOf = config.citusReadFromNodes ? (node: Node) => unlessAway(nodePools.of(node)) : undefined;
  const database = new Database(unlessAway(pool), config.webPoolSize, given, poolOf);
  const resources = { database, config };
  const server = httpServer(
    { ...resources, whyUnready, workerState, groupOf: groupOf(resources) },
    () => baseUrl(config, port),
    consoleRoutes(resources),
  );
  server.listen({
    port: config.port,
    backlog: ofConnections.connections,
    ...(config.host && { host: config.host }),
  });
  const pools = () => [pool, ...nodePools.all()];
  const total = (of: (one: pg.Pool) => number) => pools().reduce((sum, one) => sum + of(one), 0);
  const closePools = () => Promise.all([aside, ...pools()].map(one => one.end()));
  await once(server, 'listening').catch(async (error: Error) => {
    await closePools();
    const host = config.host === undefined ? '' : ` on HOST ${config.host}`;
    throw new StartError(`PORT ${config.port}${host} cannot be used: ${error.message}.`);
  });
  port = (server.address() as AddressInfo).port;
  return {
    port,
    connections: () => ({
      open: total(one => one.totalCount),
      idle: total(one => one.idleCount),
      waiting: database.waiting,
      most: config.webPoolSize,
    }),
    whyUnready,
    workerState,
    stop: async () => {
      const closed = once(server, 'close');
      // The close of net's servers. http's own cuts idle connections at once, with the request that may be on its way,
      // and has no option against that.
      Server.prototype.close.call(server);
      await Promise.race([closed, pause(graceMs)]);
      const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
      await closed;
      clearInterval(sweep);
      await closePools();
    },
  };
}
