import './threads.ts';
import { locateDatabase } from '../database/locate.ts';
import { checkPooler } from '../database/pooler.ts';
import { checkReleased } from '../database/released.ts';
import { work } from '../jobs/work.ts';
import { log } from '../log.ts';
import { serveMetrics } from '../metrics/serve.ts';
import { run } from './process.ts';

// The worker process: does the jobs.
await run(async config => {
  const databaseUrl = await locateDatabase(config);
  await checkPooler(databaseUrl, 'worker');
  await checkReleased(databaseUrl, 'worker');
  const worker = await work(config, databaseUrl);
  const stopMetrics = await serveMetrics(config, { worker });
  log.info('worker is working');
  return () => worker.stop().then(stopMetrics);
});
