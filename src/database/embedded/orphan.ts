import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../../errors/startError.ts';
import { type Cluster, readPostmaster, unencrypted, urlOf } from './folder.ts';

/** How long PostgreSQL needs at most to stop cleanly. */
const stopMs = 10_000;
/** What PostgreSQL answers while it starts or stops. */
const inBetween = '57P03';
/** How long PostgreSQL needs to notice that a connection is gone. */
const noticeMs = 1_000;
/** The advisory lock of the process that serves a data folder: it is free again when that process ends, however it ends. */
export const ownerLock = 0x636f726b;

/**
 * Stops a server that still runs on the cluster although the process that started it is gone. Throws StartError
 * where that process lives.
 */
export async function stopOrphan(cluster: Cluster): Promise<void> {
  const postmaster = await readPostmaster(cluster.folder);
  if (postmaster === null) return;
  const client = new pg.Client(unencrypted(urlOf(cluster, postmaster.port, 'postgres')));
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    // No server listens: only the file postmaster.pid is left, and PostgreSQL itself recognizes a stale one.
    if ((error as { code?: string }).code === inBetween) await gone(cluster);
    return;
  }
  // Waits a little: the connection of a process just killed may take a moment to be noticed.
  await client.query(`set lock_timeout = ${noticeMs}`);
  const free = await client.query('select pg_advisory_lock($1)', [ownerLock]).then(
    () => true,
    () => false,
  );
  if (!free) {
    await client.end();
    throw new StartError(
      `Another Corkboard is running on ${cluster.folder}: stop it, or set DATA_DIR to another folder.`,
    );
  }
  process.kill(postmaster.pid, 'SIGINT');
  await gone(cluster);
}

/** Waits until no server is on the cluster any more. */
async function gone(cluster: Cluster): Promise<void> {
  const deadline = Date.now() + stopMs;
  while ((await readPostmaster(cluster.folder)) !== null && Date.now() < deadline) await pause(50);
}
