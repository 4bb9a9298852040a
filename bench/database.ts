import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../src/database/embedded/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { closeRole, openRole } from '../test/support/role.ts';

/** Settings that keep checkpoints out of the rounds. Commits are written to disk, as by default. */
const flags = ['shared_buffers=512MB', 'max_wal_size=4GB', 'checkpoint_timeout=30min'];

export interface BenchServer {
  url: string;
  /**
   * Returns the address of a migrated database, as its owner. The database is seeded only if it does not exist yet or was
   * seeded differently. The processes must use their own role: `asService` (test/support/role.ts).
   */
  database(name: string, seed: (client: pg.Client) => Promise<void>): Promise<string>;
  stop: () => Promise<void>;
}

/**
 * The PostgreSQL to measure on: BENCH_DATABASE_URL, otherwise an embedded one in BENCH_DATA_DIR or in a folder that is
 * deleted at the end.
 */
export async function benchServer(): Promise<BenchServer> {
  const { url, stop } = await bringUp();
  const admin = await connect(url);
  await openRole(admin);
  return {
    url,
    database: on(url, admin),
    stop: async () => {
      // If the server was stopped together with this process, the role can't be closed any more.
      await closeRole(admin).catch(() => {});
      await admin.end();
      await stop();
    },
  };
}

async function bringUp(): Promise<Pick<BenchServer, 'url' | 'stop'>> {
  const given = process.env.BENCH_DATABASE_URL;
  const kept = process.env.BENCH_DATA_DIR;
  if (given) return { url: given, stop: async () => {} };
  const folder = kept || (await mkdtemp(join(tmpdir(), 'corkboard-bench-')));
  const { url, stop } = await startEmbedded(
    folder,
    flags.flatMap(flag => ['-c', flag]),
  );
  return {
    url,
    stop: async () => {
      await stop();
      if (!kept) await rm(folder, { recursive: true, force: true });
    },
  };
}

const on =
  (server: string, admin: pg.Client): BenchServer['database'] =>
  async (name, seed) => {
    const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
    const seededWith = await fingerprint();
    const { rows } = await admin.query(
      `select shobj_description(oid, 'pg_database') as seeded from pg_database where datname = $1`,
      [name],
    );
    if (rows[0]?.seeded === seededWith) {
      await migrate(url);
    } else {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.query(`create database ${name} template template0 encoding 'UTF8'`);
      await migrate(url);
      await seedTimed(url, name, seed);
      await admin.query(`comment on database ${name} is '${seededWith}'`);
    }
    return url;
  };

async function seedTimed(url: string, name: string, seed: (client: pg.Client) => Promise<void>) {
  const start = performance.now();
  const client = await connect(url);
  // Safe while seeding, because an unfinished seed is discarded.
  await client.query('set synchronous_commit = off');
  await seed(client);
  // Otherwise autovacuum would run during a round.
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  await client.end();
  console.log(`Seeded ${name} in ${Math.round((performance.now() - start) / 1000)} s.`);
}

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'corkboard bench' });
  // If a benchmark fails, the database stops before its clients, and their errors can be ignored.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** A hash of the schema and the seed code. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of ['../sql/migrations', 'seed']) {
    const path = join(import.meta.dirname, folder);
    for (const file of (await readdir(path)).sort()) hash.update(await readFile(join(path, file)));
  }
  return hash.digest('hex');
}
