import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { fingerprint } from '../database/released.ts';
import { log } from '../log.ts';
import type { Held } from './held.ts';

/** How often a pool says that it is alive, in ms. Only after three lost beats is it taken for dead (sql/queue/beat_worker.sql). */
const beatMs = 10_000;
/**
 * A pool that has made no progress for this many ms is stuck: no job holds its place for longer than a classification,
 * 30 s, except those that report every batch (`goOn` in tasks.ts).
 */
export const stuckMs = 35_000;

/** How often a pool that has ended tries to tell the database so. */
const mostTries = 5;
/** How many ms are between two such tries. */
const betweenTriesMs = 1_000;

/** Beats only if the database is ready, and otherwise says why it is not. */
const beatIfReady = `
  select r.reason, case when r.reason is null then corkboard.beat_worker($1, $2) end as freed
    from corkboard.why_unready($3) as r (reason)`;

/** The pool of jobs that a heartbeat is for. */
export interface Beating {
  poolId: string;
  held: Pick<Held, 'ids' | 'stillMs'>;
  /** The connection on which new jobs are announced, if it stands. */
  listener(): pg.ClientBase | undefined;
  /** Called once, if the pool is stuck or the database is not ready for it. */
  giveUp(): void;
}

/**
 * Tells the database every few seconds that a pool of jobs makes progress, and which jobs it holds. Jobs that the pool
 * has locked and does not hold are free again, and so are those of pools that have fallen silent. A stuck pool is given
 * up instead, and its jobs are free at once. So is a pool whose database has become a copy or is not of this version:
 * another one may have been restored over it. Answers how to stop, which frees what the pool still has.
 */
export function startHeartbeat(
  database: pg.Pool,
  { poolId, held, listener, giveUp }: Beating,
): () => Promise<void> {
  const end = () => {
    clearInterval(timer);
    giveUp();
    return leave(database, poolId);
  };
  const beat = async () => {
    if (held.stillMs > stuckMs) {
      log.error({ pool: poolId, stillMs: Math.round(held.stillMs) }, 'a pool of jobs is stuck');
      return end();
    }
    // A query breaks a connection that has fallen silent, and another is opened. Until then jobs are found by polling
    // every two seconds.
    void listener()
      ?.query('select')
      .catch(() => {});
    const { rows } = await database.query(beatIfReady, [poolId, held.ids, await fingerprint()]);
    const { reason, freed } = rows[0];
    if (reason !== null) {
      log.error({ pool: poolId, reason }, 'a pool of jobs ends because the database is not ready');
      return end();
    }
    if (freed > 0) log.warn({ jobs: freed }, 'freed jobs that no living worker holds');
  };
  const beatOrSay = () => beat().catch(error => log.warn({ err: error }, 'heartbeat failed'));
  const timer = setInterval(() => {
    last = beatOrSay();
  }, beatMs);
  let last = beatOrSay();
  return async () => {
    clearInterval(timer);
    await last;
    await leave(database, poolId);
  };
}

/** Frees a pool's jobs. It tries more than once, as the database may only be restarting: otherwise they are free after half a minute. */
async function leave(database: pg.Pool, poolId: string): Promise<void> {
  for (let tries = 1; tries <= mostTries; tries++) {
    try {
      await database.query('select corkboard.leave_worker($1)', [poolId]);
      return;
    } catch (error) {
      log.warn({ err: error, tries }, 'a pool of jobs could not say that it has ended');
      await pause(betweenTriesMs);
    }
  }
}
