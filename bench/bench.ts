import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { temporaryFolder, withClient } from '../harness/database.ts';
import type { Endings } from '../harness/endings.ts';
import { startEmbedded } from '../src/database/embedded/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { closeRole, openRole } from '../test/support/role.ts';

/** Settings that keep checkpoints out of the rounds. Commits are written to disk, as by default. */
const settings = ['shared_buffers=512MB', 'max_wal_size=4GB', 'checkpoint_timeout=30min'];
const flags = settings.flatMap(setting => ['-c', setting]);

/** What a benchmark is run with. */
export interface Bench {
  quick: boolean;
  /** Of a core for an hour. */
  price: number;
  /** What the benchmark starts is stopped by these. */
  endings: Endings;
  /**
   * Returns the address of a migrated database, as its owner. It begins as a copy of `from`, another of these databases, by
   * default one without workspaces. The database is seeded only if it does not exist yet or was seeded differently. The
   * processes must use their own role: `asService` (test/support/role.ts).
   */
  database(name: string, seed: Seed, from?: string): Promise<string>;
}

type Seed = (client: pg.Client) => Promise<void>;

/**
 * Starts the PostgreSQL to measure on, and returns its address: that of BENCH_DATABASE_URL, otherwise an embedded one in
 * BENCH_DATA_DIR or in a folder that is deleted at the end.
 */
export async function startPostgres(endings: Endings): Promise<string> {
  const { BENCH_DATABASE_URL: given, BENCH_DATA_DIR: kept } = process.env;
  if (given) return given;
  const folder = kept || (await temporaryFolder(endings, 'bench'));
  const server = await startEmbedded(folder, flags);
  endings.add(server.stop);
  return server.url;
}

/** Lets the service's role log in to a server, until the end. */
export async function openService(endings: Endings, url: string): Promise<void> {
  await withClient(url, openRole);
  endings.add(() => withClient(url, closeRole));
}

/** A database without workspaces, which others are copies of. */
const migrated = 'corkboard_bench_migrated';

/** Opens databases on a server. */
export const databasesOn = (server: string): Bench['database'] => {
  const open: Bench['database'] = async (name, seed, from) => {
    if (from === undefined) await open(migrated, async () => {}, 'template0');
    const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
    const seededWith = await fingerprint();
    await withClient(server, async admin => {
      const { rows } = await admin.query(
        `select shobj_description(oid, 'pg_database') as seeded from pg_database where datname = $1`,
        [name],
      );
      if (rows[0]?.seeded === seededWith) return migrate(url);
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.query(
        `create database ${name} template ${from ?? migrated} encoding 'UTF8' strategy file_copy`,
      );
      // Otherwise no worker would send from the copy.
      await migrate(url, { adopt: true });
      const start = performance.now();
      await withClient(url, async client => {
        // Safe while seeding, because an unfinished seed is discarded.
        await client.query('set synchronous_commit = off');
        await seed(client);
        // Otherwise autovacuum would run during a round.
        await client.query('vacuum analyze');
        await client.query('checkpoint');
      });
      console.log(`Seeded ${name} in ${Math.round((performance.now() - start) / 1000)} s.`);
      await admin.query(`comment on database ${name} is '${seededWith}'`);
    });
    return url;
  };
  return open;
};

/** Opens a connection, until the end. */
export async function connect(endings: Endings, url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'corkboard bench' });
  // If a benchmark fails, the database stops before its clients, and their errors can be ignored.
  client.on('error', () => {});
  await client.connect();
  endings.add(() => client.end());
  return client;
}

/** A hash of the schema and the seed code. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of ['../sql/migrations', '../harness/seed']) {
    const path = join(import.meta.dirname, folder);
    for (const file of (await readdir(path)).sort()) hash.update(await readFile(join(path, file)));
  }
  return hash.digest('hex');
}
