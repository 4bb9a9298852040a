import './threads.ts';
import { locateDatabase } from '../database/locate.ts';
import { checkPooler } from '../database/pooler.ts';
import { checkReleased } from '../database/released.ts';
import { log } from '../log.ts';
import { serveMetrics } from '../metrics/serve.ts';
import { run } from './process.ts';
import { serve } from './serve.ts';

// The web process: answers HTTP.
await run(async config => {
  const databaseUrl = await locateDatabase(config);
  await checkPooler(databaseUrl, 'web');
  await checkReleased(databaseUrl, 'web');
  const web = await serve(config, databaseUrl);
  const stopMetrics = await serveMetrics(config, { web });
  log.info({ port: web.port }, 'web is serving');
  return () => web.stop().then(stopMetrics);
});
