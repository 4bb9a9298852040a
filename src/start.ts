import { migrate } from './database/migrate.ts';
import { run } from './process.ts';
import { serve } from './serve.ts';
import { work } from './work.ts';

// Everything in one process: the embedded database (unless DATABASE_URL names one), release, web and worker.
await run(async config => {
  const embedded = config.databaseUrl === undefined ? await embeddedDatabase(config.dataDir) : null;
  const databaseUrl = config.databaseUrl ?? embedded!.url;
  await migrate(databaseUrl);
  const web = await serve(config, databaseUrl);
  const stopWork = await work(config, databaseUrl);
  const baseUrl = config.publicUrl ?? `http://localhost:${web.port}`;
  if (embedded) await (await import('./demo.ts')).demonstrate(databaseUrl, baseUrl);
  console.log(`Corkboard is serving on ${baseUrl}`);
  return async () => {
    await Promise.all([web.stop(), stopWork()]);
    await embedded?.stop();
  };
});

async function embeddedDatabase(dataDir: string) {
  const { startEmbedded } = await import('./database/embedded.ts');
  return await startEmbedded(dataDir);
}
