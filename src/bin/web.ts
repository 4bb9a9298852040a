import './threads.ts';
import { limits } from '../database/connect.ts';
import { locateDatabase } from '../database/locate.ts';
import { beginLog, log } from '../log.ts';
import { serveMetrics } from '../metrics/serve.ts';
import { version } from '../version.ts';
import { run } from './process.ts';
import { reach } from './reach.ts';
import { serve } from './serve.ts';

// The web process: answers HTTP. It listens while the database is away, because platforms end a process that doesn't.
await run(async (config, stopping) => {
  beginLog('web', version);
  const databaseUrl = await locateDatabase(config);
  const { awayBecause, reached } = await reach(databaseUrl, 'web', stopping);
  const web = await serve(config, databaseUrl, limits.web, awayBecause);
  const stopMetrics = await serveMetrics(config, { web });
  if (awayBecause()) log.info({ port: web.port }, 'web is listening');
  void reached.then(
    () => log.info({ port: web.port }, 'web is serving'),
    () => {},
  );
  return () => web.stop().then(stopMetrics);
});
