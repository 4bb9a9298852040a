import pg from 'pg';
import { unencrypted } from './folder.ts';

/** The key of the advisory lock of a backup. */
const lockKey = 0x6261636b;

/**
 * Runs `work` once no other backup of the embedded database at `url` is being written, with the session that holds the
 * lock. PostgreSQL releases it when this process ends, even if it is killed.
 */
export async function underBackupLock<Result>(
  url: string,
  work: (session: pg.Client) => Promise<Result>,
): Promise<Result> {
  const holder = new pg.Client(unencrypted(url));
  // If the server goes away, the work fails as well and reports it.
  holder.on('error', () => {});
  await holder.connect();
  try {
    const { rows } = await holder.query('select pg_try_advisory_lock($1) as taken', [lockKey]);
    if (!rows[0].taken) {
      console.error('Another backup is being written. Waiting for it.');
      await holder.query('select pg_advisory_lock($1)', [lockKey]);
    }
    return await work(holder);
  } finally {
    await holder.end().catch(() => {});
  }
}
