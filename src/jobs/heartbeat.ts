import type pg from 'pg';
import { log } from '../log.ts';

/** Three beats may be lost before the others take a worker for dead (sql/functions/beat_worker.sql). */
const beatMs = 10_000;

/**
 * Says that a pool of jobs is alive, now and every few seconds, and frees the jobs of those that fell silent:
 * what a killed worker held runs elsewhere within 40 seconds. Answers how to stop.
 */
export function startHeartbeat(database: pg.Pool, poolId: string): () => Promise<void> {
  const beat = async () => {
    try {
      const { rows } = await database.query('select corkboard.beat_worker($1) as freed', [poolId]);
      if (rows[0].freed > 0) log.warn({ pools: rows[0].freed }, 'freed the jobs of workers that fell silent');
    } catch (error) {
      log.warn({ err: error }, 'heartbeat failed');
    }
  };
  let last = beat();
  const timer = setInterval(() => {
    last = beat();
  }, beatMs);
  return async () => {
    clearInterval(timer);
    await last;
    await database.query('select corkboard.leave_worker($1)', [poolId]).catch(() => {});
  };
}
