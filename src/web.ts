import { locateDatabase } from './database/locate.ts';
import { log } from './log.ts';
import { run } from './process.ts';
import { serve } from './serve.ts';

// The web process: answers HTTP.
await run(async config => {
  const { port, stop } = await serve(config, await locateDatabase(config));
  log.info({ port }, 'web is serving');
  return stop;
});
