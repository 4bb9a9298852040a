import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readConfig } from '../../src/config.ts';
import { consoleRoutes } from '../../src/console/route.ts';
import { Database } from '../../src/database/database.ts';
import { openPool } from '../../src/database/pool.ts';
import { httpServer } from '../../src/http/server.ts';
import { patient, type World } from './world.ts';

/** A server of a world's console that counts the statements which it sends. */
export async function statementsOf(w: World, env: Record<string, string> = {}) {
  const pool = await openPool(w.serviceUrl, 4, patient);
  let statements = 0;
  const counting = (connection: object) =>
    new Proxy(connection, {
      get: (target: any, name) => {
        if (!['one', 'any', 'maybeOne'].includes(String(name))) return target[name];
        return (query: object) => {
          statements += 1;
          return target[name](query);
        };
      },
    });
  const counted = {
    connect: (work: (connection: object) => unknown) =>
      pool.connect(connection => work(counting(connection)) as Promise<never>),
  };
  const config = readConfig(env);
  const resources = { database: new Database(counted as any, 4, patient), config };
  const server = httpServer(resources, () => 'http://localhost', consoleRoutes(resources));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    during: async (work: () => Promise<unknown>) => {
      const before = statements;
      await work();
      return statements - before;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await pool.end();
    },
  };
}
