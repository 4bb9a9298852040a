import { locateDatabase } from './database/locate.ts';
import { checkReleased } from './database/released.ts';
import { work } from './jobs/work.ts';
import { log } from './log.ts';
import { run } from './process.ts';

// The worker process: does the jobs.
await run(async config => {
  const databaseUrl = await locateDatabase(config);
  await checkReleased(databaseUrl, 'worker');
  const stop = await work(config, databaseUrl);
  log.info('worker is working');
  return stop;
});
