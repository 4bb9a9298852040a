import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../src/database/embedded/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { closeRole, openRole } from '../test/support/role.ts';

/** Commits reach the disk, as by default. The other settings keep checkpoints out of the rounds. */
const flags = ['shared_buffers=512MB', 'max_wal_size=4GB', 'checkpoint_timeout=30min'];

export interface BenchServer {
  url: string;
  /**
   * The address of a database on it, as its owner, migrated. Seeded only where it is not there yet or was seeded
   * differently. What the processes do is done as their role: `asService` (test/support/role.ts).
   */
  database(name: string, seed: (client: pg.Client) => Promise<void>): Promise<string>;
  stop: () => Promise<void>;
}

/**
 * The PostgreSQL to measure on: BENCH_DATABASE_URL, else an embedded one in BENCH_DATA_DIR, else one in a folder that
 * is deleted at the end.
 */
export async function benchServer(): Promise<BenchServer> {
  const { url, stop } = await bringUp();
  const admin = await connect(url);
  await openRole(admin);
  return {
    url,
    database: on(url, admin),
    stop: async () => {
      // Where it was stopped with us, there is no role to shut out any more.
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
  // Only while seeding: a seeding that does not finish is not kept.
  await client.query('set synchronous_commit = off');
  await seed(client);
  // Otherwise autovacuum would do it in the middle of a round.
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  await client.end();
  console.log(`Seeded ${name} in ${Math.round((performance.now() - start) / 1000)} s.`);
}

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'corkboard bench' });
  // Where a bench fails, the database stops before its clients do: their errors mean nothing then.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** A hash that changes with the tables and with the seeding. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of ['../sql/migrations', 'seed']) {
    const path = join(import.meta.dirname, folder);
    for (const file of (await readdir(path)).sort()) hash.update(await readFile(join(path, file)));
  }
  return hash.digest('hex');
}
