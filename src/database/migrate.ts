import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import { runner } from 'node-pg-migrate';
import { StartError } from '../startError.ts';
import { type Client, clientPool } from './client.ts';
import { connect, connectionTo } from './connect.ts';
import { checkSettings } from './pooler.ts';
import { fingerprint, isCopy, sqlFolder } from './released.ts';

/** The advisory lock of a release: a second release process waits for it and then finds nothing to do. */
const releaseLock = 0x72656c65;
/** How often a step is tried that needs a lock which somebody else holds, and how many ms are between two tries. */
const mostTries = 30;
const betweenTriesMs = 1_000;
/** The SQLSTATEs of a lock that was not had in time, and of a deadlock. */
const lockStates = ['55P03', '40P01'];
/** The oldest PostgreSQL that the service is tested on, as its server_version_num. */
const oldestVersion = 150000;

/**
 * Brings the database up to this version of the service: tables (once each, in order), functions and views
 * (all of them, every time), the job queue. Safe to run again and by several processes at once. With `adopt` a database
 * that was copied from elsewhere counts as the original from now on, and workers send its webhooks. Answers whether it
 * is such a copy. Throws StartError where a lock cannot be had.
 */
export async function migrate(url: string, adopt = false): Promise<boolean> {
  const client = await connect(url, 'release');
  const jobs = clientPool({ ...connectionTo(url, 'release'), max: 1 });
  const turn = await connect(url, 'release');
  try {
    await checkServer(client);
    await checkSettings(client, 'release');
    await takeTurn(turn);
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
      }).catch(refuseStranger),
    );
    await withoutStalling(client, () => apply(client, join(sqlFolder, 'functions')));
    await withoutStalling(client, () => apply(client, join(sqlFolder, 'views')));
    await withoutStalling(client, () => apply(client, join(sqlFolder, 'grants')));
    await withoutStalling(client, () => client.query('call corkboard.secure_rows()'));
    await client.query('select corkboard.note_release($1)', [await fingerprint()]);
    if (adopt) await client.query('select corkboard.adopt_database()');
    return await isCopy(client);
  } finally {
    await jobs.end();
    await client.end();
    await turn.end();
  }
}

/**
 * Waits until no other release is at work. The lock belongs to a transaction, which a connection pooler in between ends
 * however this process ends; a lock of the session would stay with the pooler's connection.
 */
async function takeTurn(turn: Client): Promise<void> {
  await turn.query('begin');
  const taken = async () => {
    const { rows } = await turn.query('select pg_try_advisory_xact_lock($1) as taken', [releaseLock]);
    return rows[0].taken as boolean;
  };
  if (await taken()) return;
  console.error('Another release is at work: waiting for it.');
  while (!(await taken())) await pause(betweenTriesMs);
}

/**
 * Does a step of the release, again and again as long as somebody holds a lock that it needs. Each try waits for less
 * time than requests do: everybody who wants to read a table waits behind a release that waits for it.
 */
async function withoutStalling<Result>(client: Client, step: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await step();
    } catch (error) {
      if (!lockStates.includes(String((error as { code?: string }).code))) throw error;
      await client.query('rollback');
      const holder = await oldestTransaction(client);
      if (tries === mostTries) throw new StartError(`The release cannot have a lock that it needs${holder}.`);
      console.error(`The release waits for a lock${holder}.`);
      await pause(betweenTriesMs);
    }
  }
}

/** Who has the oldest transaction, as the end of a sentence: most likely it holds the lock that is waited for. */
async function oldestTransaction(client: Client): Promise<string> {
  const { rows } = await client.query(
    `select format('process %s (%s, %s) has been in a transaction for %s s', a.pid,
                   coalesce(nullif(a.application_name, ''), 'no name'), a.state,
                   ceil(extract(epoch from clock_timestamp() - a.xact_start))) as holder
       from pg_stat_activity a
      where a.datname = current_database() and a.application_name <> 'corkboard release'
        and a.xact_start < clock_timestamp() - interval '1 second'
      order by a.xact_start
      limit 1`,
  );
  return rows.length > 0 ? `: ${rows[0].holder}` : '';
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

/** Throws StartError where the tables were made by other migration files, and so by no released version of the service. */
function refuseStranger(error: Error): never {
  const [, file] = /preceding already run migration (\S+)/.exec(error.message) ?? [];
  if (file === undefined) throw error;
  throw new StartError(`The database was made by an unreleased version (${file}): use a new database.`);
}

/** Runs every file of a folder in one transaction. Functions may use each other in any order: PostgreSQL checks a body when it runs. */
async function apply(client: Client, folder: string): Promise<void> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort();
  const texts = await Promise.all(files.map(name => readFile(join(folder, name), 'utf8')));
  await client.query(['begin', 'set local check_function_bodies = off', ...texts, 'commit'].join(';\n'));
}
