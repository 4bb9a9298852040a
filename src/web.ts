import { locateDatabase } from './database/locate.ts';
import { checkReleased } from './database/released.ts';
import { log } from './log.ts';
import { run } from './process.ts';
import { serve } from './serve.ts';

// The web process: answers HTTP.
await run(async config => {
  const databaseUrl = await locateDatabase(config);
  await checkReleased(databaseUrl, 'web');
  const { port, stop } = await serve(config, databaseUrl);
  log.info({ port }, 'web is serving');
  return stop;
});
