import { join } from 'node:path';
import type { RunnerOption } from 'node-pg-migrate';
import type pg from 'pg';
import { retry } from '../concurrency/retry.ts';
import { diskFull, isForbidden, stateOf } from '../errors/databaseFault.ts';
import { StartError } from '../errors/startError.ts';
import { type Adoption, adoptDatabase, checkAdoption } from './adopt.ts';
import { compareMigrations, type Migrations } from './appliedMigrations.ts';
import { applyVersion, isApplied } from './apply.ts';
import { buildNumberOf } from './buildNumber.ts';
import { dropDistributedViews } from './citus.ts';
import { type Client, clientPool } from './client.ts';
import { connect, connectionTo, notAnswering } from './connect.ts';
import { fillRows } from './fills.ts';
import { type LaterVersion, laterVersion } from './laterVersion.ts';
import { watchingLocks } from './lockHolder.ts';
import { checkSettings } from './pooler.ts';
import { isCopy } from './released.ts';
import { underReleaseLock } from './releaseLock.ts';
import { sqlFolder as ownFolder } from './sqlFolder.ts';
import { whileAway } from './whileAway.ts';

/** How often a step is tried if another transaction holds a lock that it needs, and the pause between tries, in ms. */
const maxAttempts = 30;
const betweenTriesMs = 1_000;
/** The SQLSTATEs of a lock timeout and of a deadlock. */
const lockStates = ['55P03', '40P01'];
/** The SQLSTATEs of a function, view or dependency that a definition does not fit. */
const misfits = ['42P13', '42P16', '2BP01'];
/** The oldest PostgreSQL that the service is tested on, as its server_version_num. */
const oldestVersion = 150000;
/** How long a release waits for a database that is away, starting or out of connections, in ms. */
const awayMs = 60_000;

export interface MigrateOptions extends Adoption {
  /**
   * Also replaces the triggers and views that are unchanged, and makes this version the latest one on the database of
   * a later one, unless that has migrations that this version doesn't know and this version can't work there.
   */
  force?: boolean;
  /** Ends the wait for a database that is away. */
  signal?: AbortSignal;
  /** How long to wait for a database that is away, in ms. */
  awayMs?: number;
  /** The folder of the version's SQL files; those of this one if left out. */
  sqlFolder?: string;
}

/** The outcome of a release. */
interface Migrated {
  /** Whether it is a copy, and was not adopted. */
  isCopy: boolean;
  /** Why it was left as it is, in one line: a later version has brought it up to date. Null: it is up to date. */
  unchangedBecause: string | null;
  /** What came of the option to adopt it, in one line; null: it was not given. */
  adoption: string | null;
}

/**
 * Brings the database up to this version of the service: the job queue and the tables (each migration once, in order), then
 * functions, triggers, views and grants, then what migrations added to existing rows. A database that a later version has
 * brought up to date is left as it is. Safe to run again and by several processes at once. Then adopts it, if it is a copy
 * and the options say so. Throws
 * StartError if the database stays away, a lock cannot be had, the role is not allowed to do all this, or the processes of
 * this version can't work on the database of a later one; the reason of `signal` if that ends the wait for the database.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<Migrated> {
  checkAdoption(options);
  const { force = false, signal, awayMs: limitMs = awayMs, sqlFolder = ownFolder } = options;
  const onAway = ({ message }: Error) =>
    console.error(`${message} Waiting for it for up to ${limitMs / 1000} seconds.`);
  const waiting = { onAway, limitMs, signal };
  const connections = await whileAway(() => open(url), waiting);
  const { client, lockHolder } = connections;
  try {
    await checkServer(client);
    await checkSettings(client, 'release');
    return await underReleaseLock(lockHolder, async () => {
      const migrations = await withoutStalling(connections, () => compareMigrations(client, sqlFolder));
      const isNew = migrations.pending.length > 0;
      const later = isNew ? null : await withoutStalling(connections, () => laterVersion(client, sqlFolder));
      const unchangedBecause = whyUnchanged(later, migrations, force);
      if (unchangedBecause === null) {
        const isSame =
          !isNew && !force && (await withoutStalling(connections, () => isApplied(client, sqlFolder)));
        if (!isSame) {
          const jobs = await whileAway(() => openJobs(url), waiting);
          await withoutStalling(connections, () => migrateJobs(jobs)).finally(() => jobs.end());
          if (isNew) await migrateTables(connections, sqlFolder);
          await withoutStalling(connections, () => applyVersion(client, sqlFolder, force));
        }
        const query = (text: string, values: unknown[] = []) =>
          withoutStalling<pg.QueryResult>(connections, () => client.query(text, values));
        await fillRows(query, sqlFolder);
        // Last, because processes of this version start once it is recorded.
        await query('select corkboard.record_release($1)', [buildNumberOf(sqlFolder)]);
      }
      const adoption = await withoutStalling(connections, () => adoptDatabase(client, options));
      return { isCopy: await withoutStalling(connections, () => isCopy(client)), unchangedBecause, adoption };
    });
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code === diskFull)
      throw new StartError(`The database's disk is full: ${message}. Make room, and run the release again.`);
    if (isForbidden(error)) throw notAllowed(client, error as Error);
    if (force && code !== undefined && misfits.includes(code)) throw notReplacing(error as Error);
    throw error;
  } finally {
    await client.end();
    await lockHolder.end();
  }
}

/** The connections of a release: for its statements, and for the lock. */
type Connections = Awaited<ReturnType<typeof open>>;

/** Opens the connections of a release, all or none. */
async function open(url: string) {
  const client = await connect(url, 'release');
  const lockHolder = await connect(url, 'release').catch(async error => {
    await client.end();
    throw error;
  });
  return { client, lockHolder };
}

/** Opens the connection for the job queue's migrations, before anything is changed. It stays open until it is ended. */
async function openJobs(url: string): Promise<pg.Pool> {
  const jobs = clientPool({ ...connectionTo(url, 'release'), max: 1, idleTimeoutMillis: 0 });
  await jobs
    .connect()
    .then(connection => connection.release())
    .catch(async error => {
      await jobs.end();
      throw notAnswering(error);
    });
  return jobs;
}

/** Brings the job queue up to the version of graphile-worker, which takes a tenth of a second to load. */
async function migrateJobs(pgPool: pg.Pool): Promise<void> {
  const { runMigrations } = await import('graphile-worker');
  await runMigrations({ pgPool });
}

/** Runs the migrations that the database lacks. */
async function migrateTables(connections: Connections, sqlFolder: string): Promise<void> {
  const { client } = connections;
  const { runner } = await import('node-pg-migrate');
  await withoutStalling(connections, () => dropDistributedViews(client));
  // Citus replaces a function that other nodes know only after changes of tables that went through one connection per node.
  await client.query(`select set_config('citus.multi_shard_modify_mode', 'sequential', false)`);
  await withoutStalling(connections, () => runner(migrationsOn(client, sqlFolder)));
  await client.query('reset citus.multi_shard_modify_mode');
  // The runner sets it. What Citus passes on to other nodes would name functions without their schema.
  await client.query('reset search_path');
}

/** How node-pg-migrate runs the migrations. */
const migrationsOn = (client: Client, sqlFolder: string): RunnerOption => ({
  dbClient: client,
  dir: join(sqlFolder, 'migrations'),
  direction: 'up',
  migrationsTable: 'migrations',
  migrationsSchema: 'corkboard',
  // Where an extension is created. A database may lack the schema public.
  schema: ['public', 'corkboard'],
  createMigrationsSchema: true,
  noLock: true,
  log: () => {},
});

/**
 * Runs a step of the release, and retries it while another transaction holds a lock that it needs. Each try waits for a
 * shorter time than requests do, because all requests for a table queue behind a release that waits for the table.
 */
function withoutStalling<Result>(
  { client, lockHolder }: Connections,
  step: () => Promise<Result>,
): Promise<Result> {
  let holder: string | null = null;
  const watched = () => {
    holder = null;
    return watchingLocks(lockHolder, found => (holder = found), step);
  };
  return retry(watched, async (error, tries) => {
    if (!lockStates.includes(stateOf(error))) return null;
    await client.query('rollback');
    const lock = holder === null ? 'a lock' : `a lock: ${holder}`;
    if (tries === maxAttempts) throw new StartError(`The release could not get ${lock}.`);
    console.error(`The release waits for ${lock}.`);
    return betweenTriesMs;
  });
}

/** Throws StartError if the service can't work on the database. */
async function checkServer(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
            current_setting('transaction_read_only') = 'on' as is_read_only`,
  );
  const [{ version, encoding, is_read_only }] = rows;
  if (version < oldestVersion) throw new StartError('PostgreSQL must be version 15 or later.');
  if (encoding !== 'UTF8') throw new StartError(`The database must be in UTF8; this one is in ${encoding}.`);
  if (is_read_only)
    throw new StartError('The database can only be read: a release needs the primary, not a standby.');
}

/**
 * Why a release leaves the database to a later version; null if it does not. Throws StartError if the processes of this version
 * can't work there.
 */
function whyUnchanged(later: LaterVersion | null, { unknown }: Migrations, force: boolean): string | null {
  if (later === null) return null;
  const { sentence, problem } = later;
  // Functions and views of a version that works there fit the tables of a later one, and those of any version its own tables.
  if (force && (problem === null || unknown === null)) return null;
  const unchanged = `${sentence}. This release changes nothing; the processes of this version`;
  if (problem === null) return `${unchanged} work on it.`;
  const cannotUndo = unknown === null ? '' : `, and --force can't undo its migrations`;
  throw new StartError(`${unchanged} can't work on it, because ${problem}${cannotUndo}.`);
}

/** The message for functions and views that cannot replace those of a later version. */
const notReplacing = ({ message }: Error) =>
  new StartError(`The functions and views of this version can't replace those of the database: ${message}.`);

/** The message for a role that lacks the privileges for a release. */
const notAllowed = ({ user, database }: Client, { message }: Error) =>
  new StartError(
    `A release needs the role that owns the objects in the database or, the first time, a role that may create schemas there (grant create on database "${database}" to "${user}"): ${message}.`,
  );
