import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type Config, StartError } from './config.ts';
import { openPool } from './database/pool.ts';
import { httpServer } from './http/server.ts';

/** How often connections that have become idle are closed while the server stops. */
const sweepMs = 50;

/** Serves HTTP over a database. Answers the port and how to stop. Throws StartError where the port or the database cannot be had. */
export async function serve(
  config: Config,
  databaseUrl: string,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const database = await openPool(databaseUrl, config.webPoolSize);
  const server = httpServer(database);
  server.listen(config.port);
  await Promise.race([
    once(server, 'listening'),
    once(server, 'error').then(([error]: Error[]) => {
      throw new StartError(`Port ${config.port} cannot be used: ${error?.message}.`);
    }),
  ]);
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
      await closed;
      clearInterval(sweep);
      await database.end();
    },
  };
}
