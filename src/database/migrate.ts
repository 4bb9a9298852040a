import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { runner } from 'node-pg-migrate';
import { StartError } from '../config.ts';
import { type Client, clientPool } from './client.ts';
import { connect, connectionTo } from './connect.ts';

const sqlFolder = join(import.meta.dirname, '../../sql');
/** Held while migrating: a second release process waits here and then finds nothing to do. */
const releaseLock = 0x72656c65;
/** The oldest that the service is tested on. */
const oldestVersion = 150000;

/**
 * Brings the database up to this version of the service: tables (once each, in order), functions and views
 * (all of them, every time), the job queue. Safe to run again and by several processes at once.
 */
export async function migrate(url: string): Promise<void> {
  const client = await connect(url, 'release');
  const jobs = clientPool({ ...connectionTo(url, 'release'), max: 1 });
  try {
    await checkServer(client);
    await client.query('select pg_advisory_lock($1)', [releaseLock]);
    await runMigrations({ pgPool: jobs });
    await runner({
      dbClient: client,
      dir: join(sqlFolder, 'migrations'),
      direction: 'up',
      migrationsTable: 'migrations',
      migrationsSchema: 'corkboard',
      schema: 'public',
      createMigrationsSchema: true,
      noLock: true,
      log: () => {},
    });
    await apply(client, join(sqlFolder, 'functions'));
    await apply(client, join(sqlFolder, 'views'));
  } finally {
    await jobs.end();
    await client.end();
  }
}

/** Throws StartError where the database is none that the service can work on. */
async function checkServer(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
  );
  const [{ version, encoding }] = rows;
  if (version < oldestVersion) throw new StartError('PostgreSQL must be version 15 or later.');
  if (encoding !== 'UTF8') throw new StartError(`The database must be in UTF8; this one is in ${encoding}.`);
}

/** Runs every file of a folder in one transaction. Functions may use each other whatever the order: bodies are checked when they run. */
async function apply(client: Client, folder: string): Promise<void> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort();
  const texts = await Promise.all(files.map(name => readFile(join(folder, name), 'utf8')));
  await client.query(['begin', 'set local check_function_bodies = off', ...texts, 'commit'].join(';\n'));
}
