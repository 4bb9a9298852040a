import './threads.ts';
import { locateDatabase } from '../database/locate.ts';
import { prepareWorker } from '../jobs/work.ts';
import { beginLog, log } from '../log.ts';
import { serveMetrics } from '../metrics/serve.ts';
import { version } from '../version.ts';
import { run } from './process.ts';
import { reach } from './reach.ts';

// The worker process: does the jobs.
await run(async (config, stopping) => {
  beginLog('worker', version);
  const databaseUrl = await locateDatabase(config);
  const worker = prepareWorker(config, databaseUrl);
  const stopMetrics = await serveMetrics(config, { worker });
  await reach(databaseUrl, 'worker', stopping, async () => {
    await worker.start();
    log.info('worker is working');
  });
  return () => worker.stop().then(stopMetrics);
});
