import type { Server } from 'node:http';
import type { ExecutionContext } from 'ava';
import { listen } from '../../harness/listen.ts';
import { readConfig } from '../../src/config.ts';
import { groupOf } from '../../src/console/sessions/groupOf.ts';
import { Database } from '../../src/database/database.ts';
import { openPool } from '../../src/database/pool.ts';
import type { Resources, Route } from '../../src/http/handler.ts';
import { limits } from '../../src/http/limits.ts';
import { httpServer } from '../../src/http/server.ts';
import { patient, type World } from './world.ts';

/** Starts a server in this process with these routes besides the API, and with these limits. */
export async function startHttpServer(
  resources: Resources,
  more: readonly Route[],
  given: Partial<typeof limits> = {},
): Promise<{ server: Server; baseUrl: string; stop(): void }> {
  const server = httpServer(
    { ...resources, whyUnready: async () => null, groupOf: groupOf(resources) },
    () => resources.config.publicUrl ?? 'http://localhost',
    more,
    { ...limits, ...given },
  );
  const baseUrl = `http://127.0.0.1:${await listen(server)}`;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { server, baseUrl, stop };
}

/** Starts a server of the API on a world's database, with limits and routes of its own, until the test ends. */
export async function serverWith(
  t: Pick<ExecutionContext, 'teardown'>,
  w: World,
  given: Partial<typeof limits> = {},
  more: readonly Route[] = [],
): Promise<{ server: Server; baseUrl: string }> {
  const pool = openPool(w.serviceUrl, 4, patient);
  const resources = { database: new Database(pool, 4, patient), config: readConfig({}) };
  const started = await startHttpServer(resources, more, given);
  t.teardown(() => {
    started.stop();
    return pool.end();
  });
  return started;
}
