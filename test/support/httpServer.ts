import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExecutionContext } from 'ava';
import { readConfig } from '../../src/config.ts';
import { groupOf } from '../../src/console/sessions/groupOf.ts';
import { Database } from '../../src/database/database.ts';
import { openPool } from '../../src/database/pool.ts';
import type { Route } from '../../src/http/handler.ts';
import { limits } from '../../src/http/limits.ts';
import { httpServer } from '../../src/http/server.ts';
import { patient, type World } from './world.ts';

/** Starts a server of the API on a world's database, with limits and routes of its own, until the test ends. */
export async function serverWith(
  t: Pick<ExecutionContext, 'teardown'>,
  w: World,
  given: Partial<typeof limits> = {},
  more: readonly Route[] = [],
): Promise<{ server: Server; baseUrl: string }> {
  const pool = openPool(w.serviceUrl, 4, patient);
  const resources = { database: new Database(pool, 4, patient), config: readConfig({}) };
  const told = { whyUnready: async () => null, groupOf: groupOf(resources) };
  const server = httpServer({ ...resources, ...told }, () => 'http://localhost', more, {
    ...limits,
    ...given,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(async () => {
    server.closeAllConnections();
    server.close();
    await pool.end();
  });
  return { server, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
