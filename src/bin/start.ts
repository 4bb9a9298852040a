import './threads.ts';
import { Command } from 'commander';
import { baseUrl } from '../config.ts';
import { type Adoption, adoptOption, muteOption } from '../database/adopt.ts';
import { startEmbedded } from '../database/embedded/embedded.ts';
import { noteAddress } from '../database/embedded/folder.ts';
import { migrate } from '../database/migrate.ts';
import { copied } from '../database/released.ts';
import { demonstrate } from '../demo/demo.ts';
import { StartError } from '../errors/startError.ts';
import { work } from '../jobs/work.ts';
import { beginLog } from '../log.ts';
import { serveMetrics } from '../metrics/serve.ts';
import { version } from '../version.ts';
import { fail, run } from './process.ts';
import { serve } from './serve.ts';

const asked = new Command('start')
  .description('Brings up everything in one process.')
  .addOption(adoptOption)
  .addOption(muteOption)
  .parse()
  .opts<Adoption>();

// Everything in one process: the embedded database (unless DATABASE_URL names one), release, web and worker.
await run(async (config, stopping) => {
  beginLog('start', version);
  const embedded = config.databaseUrl === undefined ? await startEmbedded(config.dataDir) : null;
  const databaseUrl = config.databaseUrl ?? embedded!.url;
  try {
    // No other process works on the embedded database, so this version's functions may replace those of a later one: in
    // development, that is what undoing an edit looks like.
    const { isCopy, unchangedBecause, adoption } = await migrate(databaseUrl, {
      ...asked,
      force: embedded !== null,
      signal: stopping,
    });
    if (isCopy) throw new StartError(copied('npm start'));
    for (const line of [adoption, unchangedBecause]) if (line !== null) console.log(line);
    const web = await serve(config, databaseUrl);
    const worker = await work(config, databaseUrl);
    const stopMetrics = await serveMetrics(config, { web, worker });
    const address = baseUrl(config, web.port);
    if (embedded) await noteAddress(config.dataDir, address);
    if (embedded) await demonstrate(config, databaseUrl, address);
    // The address that people see does not tell the port that a proxy has to know.
    const port = config.publicUrl === undefined ? '' : ` (port ${web.port})`;
    console.log(`Corkboard is serving on ${address}${port}`);
    embedded?.ended.then(
      () => stopping.aborted || fail(new StartError('The embedded PostgreSQL has ended.')),
    );
    return async () => {
      await Promise.all([web.stop(), worker.stop()]);
      stopMetrics();
      await embedded?.stop();
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
});
