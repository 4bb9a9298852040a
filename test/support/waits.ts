import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const deadlineMs = 30_000;

/** Waits until the session of a connection waits for a lock. Throws if it does not within 30 s. */
export async function waitsForLock(db: pg.Pool, pid: number): Promise<void> {
  const until = performance.now() + deadlineMs;
  for (;;) {
    const { rows } = await db.query(
      `select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`,
      [pid],
    );
    if (rows.length > 0) return;
    if (performance.now() > until) throw new Error('It never waited for a lock.');
    await pause(10);
  }
}
