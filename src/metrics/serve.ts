import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config.ts';
import { StartError } from '../errors/startError.ts';
import { send } from '../http/answer.ts';
import { live, ready } from '../http/health.ts';
import { log } from '../log.ts';
import type { Parts } from './registry.ts';

/**
 * Serves the metrics of a process, and its liveness and readiness, on METRICS_PORT. If that is not set, nothing is
 * served or counted. Returns a function that stops the server. Throws StartError if the port can't be used.
 */
export async function serveMetrics(config: Config, parts: Parts): Promise<() => void> {
  if (config.metricsPort === undefined) return () => {};
  const { registryOf } = await import('./registry.ts');
  const registry = registryOf(parts);
  const pages: Record<string, (req: IncomingMessage, res: ServerResponse) => unknown> = {
    '/metrics': async (req, res) => send(req, res, 200, await registry.metrics(), registry.contentType),
    '/healthz': live,
    '/readyz': (req, res) => ready(req, res, () => whyUnready(parts), parts.web?.workerState),
  };
  const server = createServer(async (req, res) => {
    try {
      const page = pages[req.url ?? ''];
      if (page === undefined) send(req, res, 404, '{}');
      else await page(req, res);
    } catch (error) {
      log.error({ err: error, path: req.url }, 'metrics failed');
      res.destroy();
    }
  });
  server.listen({ port: config.metricsPort, host: config.metricsHost });
  await once(server, 'listening').catch((error: Error) => {
    throw new StartError(
      `METRICS_PORT ${config.metricsPort} on METRICS_HOST ${config.metricsHost} cannot be used: ${error.message}.`,
    );
  });
  log.info({ metricsPort: (server.address() as AddressInfo).port }, 'metrics are served');
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/** Why some part of a process cannot do its work. */
async function whyUnready(parts: Parts): Promise<string | null> {
  const reasons = await Promise.all(Object.values(parts).map(part => part.whyUnready()));
  return reasons.find(reason => reason !== null) ?? null;
}
