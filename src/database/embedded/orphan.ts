import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../../errors/startError.ts';
import { type Cluster, readPostmaster, unencrypted, urlOf } from './folder.ts';

/** How long PostgreSQL may take to stop cleanly, in ms. */
const stopMs = 10_000;
/** PostgreSQL's SQLSTATE while it starts or stops. */
const inBetween = '57P03';
/** How long PostgreSQL may take to notice that a connection is gone, in ms. */
const noticeMs = 1_000;
/**
 * The advisory lock of the process that serves a data folder. It is released when that process ends, even if it is
 * killed.
 */
export const ownerLock = 0x636f726b;

/**
 * Stops a server that still runs on the cluster although the process that started it is gone. Throws StartError if that
 * process is still running.
 */
export async function stopOrphan(cluster: Cluster): Promise<void> {
  const postmaster = await readPostmaster(cluster.folder);
  if (postmaster === null) return;
  const client = new pg.Client(unencrypted(urlOf(cluster, postmaster.port, 'postgres')));
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    // No server is listening. Only postmaster.pid is left, and PostgreSQL itself recognizes a stale file.
    if ((error as { code?: string }).code === inBetween) await gone(cluster);
    return;
  }
  // Wait a little, because PostgreSQL may not have noticed yet that a killed process is gone.
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

/** Waits until no server runs on the cluster any more. */
async function gone(cluster: Cluster): Promise<void> {
  const deadline = Date.now() + stopMs;
  while ((await readPostmaster(cluster.folder)) !== null && Date.now() < deadline) await pause(50);
}
