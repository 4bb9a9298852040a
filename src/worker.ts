import { locateDatabase } from './database/locate.ts';
import { work } from './jobs/work.ts';
import { log } from './log.ts';
import { run } from './process.ts';

// The worker process: does the jobs.
await run(async config => {
  const stop = await work(config, await locateDatabase(config));
  log.info('worker is working');
  return stop;
});
