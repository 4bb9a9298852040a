import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { StartError } from '../../errors/startError.ts';
import { type Cluster, passwordFileOf, readPassword, unencrypted, urlOf } from './folder.ts';
import { ownerLock, stopOrphan } from './orphan.ts';
import { openFolder, serverAccount } from './root.ts';
import { initialize, installedPostgres, startServer } from './server.ts';

export interface EmbeddedDatabase {
  url: string;
  /** Settles when the server has ended, whether it was stopped or failed. */
  ended: Promise<unknown>;
  stop: () => Promise<void>;
}

/**
 * Starts the embedded PostgreSQL whose data is in `dataDir`, and creates the data on the first call. Stops a server
 * that a killed process left behind first. Throws StartError if the folder can't be used, another process serves it, or
 * PostgreSQL is not installed.
 */
export async function startEmbedded(dataDir: string, flags: string[] = []): Promise<EmbeddedDatabase> {
  installedPostgres();
  const cluster = await prepareFolder(resolve(dataDir));
  await stopOrphan(cluster);
  if (!existsSync(join(cluster.folder, 'PG_VERSION'))) await makeCluster(cluster);
  const port = await freePort();
  const child = await startServer(cluster, port, [
    ...flags,
    '-c',
    await folderSetting(dirname(cluster.folder)),
  ]);
  const ended = once(child, 'exit');
  // Stops the server when this process ends, unless it is killed with SIGKILL.
  const kill = () => child.kill('SIGINT');
  process.once('exit', kill);
  const owner = await own(cluster, port);
  return {
    url: urlOf(cluster, port, 'corkboard'),
    ended,
    stop: async () => {
      await owner.end().catch(() => {});
      kill();
      await ended;
      process.off('exit', kill);
    },
  };
}

/**
 * A setting that identifies the data folder (sql/functions/database/instance_id.sql): its inode, which a copy of it
 * does not share.
 */
const folderSetting = async (folder: string) =>
  `corkboard.folder=${(await stat(folder, { bigint: true })).ino}`;

/**
 * Creates the cluster under another name and renames it when it is complete, so that a killed process leaves no
 * incomplete cluster.
 */
async function makeCluster({ folder, password }: Cluster): Promise<void> {
  const unfinished = `${folder}.new`;
  const { uid, gid } = await serverAccount();
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  const passwordFile = passwordFileOf(dirname(folder));
  for (const path of [unfinished, passwordFile]) await chown(path, uid, gid);
  await initialize({ folder: unfinished, password }, passwordFile);
  await rename(unfinished, folder);
}

/**
 * Opens the connection that holds `ownerLock`, which marks this process as the server's owner. Creates the database if
 * it doesn't exist.
 */
async function own(cluster: Cluster, port: number): Promise<pg.Client> {
  const owner = new pg.Client(unencrypted(urlOf(cluster, port, 'postgres')));
  owner.on('error', () => {});
  await owner.connect();
  await owner.query('select pg_advisory_lock($1)', [ownerLock]);
  const { rowCount } = await owner.query(`select 1 from pg_database where datname = 'corkboard'`);
  if (rowCount === 0) await owner.query('create database corkboard');
  return owner;
}

/** Returns the data folder, which it creates on the first call. Throws StartError if the folder can't be used. */
export async function prepareFolder(dataDir: string): Promise<Cluster> {
  try {
    const folder = await openFolder(dataDir);
    const kept = await readPassword(folder);
    const password = kept ?? randomBytes(24).toString('hex');
    if (kept === null) await writeFile(passwordFileOf(folder), password, { mode: 0o600 });
    return { folder: join(folder, 'postgres'), password };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`DATA_DIR must be a folder that can be used: ${(error as Error).message}.`);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}
