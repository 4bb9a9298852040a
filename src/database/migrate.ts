import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import { runner } from 'node-pg-migrate';
import { isForbidden } from '../errors/databaseFault.ts';
import { StartError } from '../errors/startError.ts';
import { type Adoption, adoptDatabase, checkAdoption } from './adopt.ts';
import { type Client, clientPool } from './client.ts';
import { connect, connectionTo, notAnswering } from './connect.ts';
import { oldestTransaction } from './oldestTransaction.ts';
import { checkSettings } from './pooler.ts';
import { fingerprint, isCopy } from './released.ts';
import { underReleaseLock } from './releaseLock.ts';
import { sqlFolder } from './sqlFolder.ts';
import { refuseUnreleased } from './unreleased.ts';
import { whileAway } from './whileAway.ts';

/** How often a step is tried that needs a lock which another transaction holds, and the pause between tries, in ms. */
const mostTries = 30;
const betweenTriesMs = 1_000;
/** The SQLSTATEs of a lock that was not had in time, and of a deadlock. */
const lockStates = ['55P03', '40P01'];
/** The oldest PostgreSQL that the service is tested on, as its server_version_num. */
const oldestVersion = 150000;
/** How long a release waits for a database that is away, starting or out of connections, in ms. */
const awayMs = 60_000;

interface Options {
  signal?: AbortSignal;
  awayMs?: number;
}

/**
 * Brings the database up to this version of the service: tables (once each, in order), functions and views
 * (all of them, every time), the job queue. Safe to run again and by several processes at once. Then adopts it, if it is
 * a copy and `adoption` says so. Returns whether it is a copy after that. Throws StartError where the database stays
 * away, a lock cannot be had, or the role is not allowed to do all this; the reason of `signal` if that ends the wait for
 * the database.
 */
export async function migrate(
  url: string,
  adoption: Adoption = {},
  { signal, awayMs: limitMs = awayMs }: Options = {},
): Promise<boolean> {
  checkAdoption(adoption);
  const onAway = ({ message }: Error) =>
    console.error(`${message} Waiting for it for up to ${limitMs / 1000} seconds.`);
  const { client, lockHolder, jobs } = await whileAway(() => open(url), { onAway, limitMs, signal });
  try {
    await checkServer(client);
    await checkSettings(client, 'release');
    return await underReleaseLock(lockHolder, async () => {
      await refuseUnreleased(client);
      await withoutStalling(client, () => runMigrations({ pgPool: jobs }));
      await withoutStalling(client, () =>
        runner({
          dbClient: client,
          dir: join(sqlFolder, 'migrations'),
          direction: 'up',
          migrationsTable: 'migrations',
          migrationsSchema: 'corkboard',
          schema: 'public',
          createMigrationsSchema: true,
          noLock: true,
          log: () => {},
        }),
      );
      await withoutStalling(client, () => apply(client, join(sqlFolder, 'queue')));
      await checkQueue(client);
      for (const folder of ['functions', 'views', 'grants']) {
        await withoutStalling(client, () => apply(client, join(sqlFolder, folder)));
      }
      await withoutStalling(client, () => client.query('call corkboard.enable_row_security()'));
      await withoutStalling(client, () => client.query('call corkboard.add_search_entries()'));
      await client.query('select corkboard.record_release($1)', [await fingerprint()]);
      await adoptDatabase(client, adoption);
      return await isCopy(client);
    });
  } catch (error) {
    throw isForbidden(error) ? notAllowed(client, error as Error) : error;
  } finally {
    await jobs.end();
    await client.end();
    await lockHolder.end();
  }
}

/** Opens the connections of a release, all or none. */
async function open(url: string) {
  const client = await connect(url, 'release');
  const lockHolder = await connect(url, 'release').catch(async error => {
    await client.end();
    throw error;
  });
  // Its connection stays open, so that the release doesn't stop halfway because others have taken all connections.
  const jobs = clientPool({ ...connectionTo(url, 'release'), max: 1, idleTimeoutMillis: 0 });
  await jobs
    .connect()
    .then(connection => connection.release())
    .catch(async error => {
      await Promise.all([client.end(), lockHolder.end(), jobs.end()]);
      throw notAnswering(error);
    });
  return { client, lockHolder, jobs };
}

/**
 * Runs a step of the release, again and again while another transaction holds a lock that it needs. Each try waits for less
 * time than requests do: every request that reads a table waits behind a release that waits for the table.
 */
async function withoutStalling<Result>(client: Client, step: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await step();
    } catch (error) {
      if (!lockStates.includes(String((error as { code?: string }).code))) throw error;
      await client.query('rollback');
      const holder = await oldestTransaction(client, holds);
      const lock = holder === null ? 'a lock' : `a lock: ${holder}`;
      if (tries === mostTries) throw new StartError(`The release cannot have ${lock}.`);
      console.error(`The release waits for ${lock}.`);
      await pause(betweenTriesMs);
    }
  }
}

/** The most likely holder of the lock: the process with the oldest transaction. */
const holds = `a.application_name <> 'corkboard release' and a.xact_start < clock_timestamp() - interval '1 second'`;

/** Throws StartError if the service can't work on the database. */
async function checkServer(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
  );
  const [{ version, encoding }] = rows;
  if (version < oldestVersion) throw new StartError('PostgreSQL must be version 15 or later.');
  if (encoding !== 'UTF8') throw new StartError(`The database must be in UTF8; this one is in ${encoding}.`);
}

/** Throws StartError if graphile-worker's tables are not the ones that this version of the service knows (docs/queue.md). */
async function checkQueue(client: Client): Promise<void> {
  const { rows } = await client.query('select corkboard.queue_mismatch() as mismatch');
  if (rows[0].mismatch === null) return;
  throw new StartError(`The job queue is of another version of graphile-worker: ${rows[0].mismatch}.`);
}

/** The message for a role that lacks the privileges for a release. */
const notAllowed = ({ user, database }: Client, { message }: Error) =>
  new StartError(
    `A release needs the role that owns what is in the database or, the first time, a role that may create schemas there (grant create on database "${database}" to "${user}"): ${message}.`,
  );

/**
 * Runs every file of a folder and its subfolders in one transaction, in the order of the files' own names. The order is
 * free: functions may use each other before they exist, because PostgreSQL only checks a body when it runs.
 */
async function apply(client: Client, folder: string): Promise<void> {
  const paths = (await readdir(folder, { recursive: true })).filter(path => path.endsWith('.sql'));
  const files = paths.sort((a, b) => (basename(a) < basename(b) ? -1 : 1));
  const texts = await Promise.all(files.map(name => readFile(join(folder, name), 'utf8')));
  await client.query(['begin', 'set local check_function_bodies = off', ...texts, 'commit'].join(';\n'));
}
