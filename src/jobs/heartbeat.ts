import { hostname } from 'node:os';
import type { WorkerEvents, WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import { retry } from '../concurrency/retry.ts';
import { buildNumber } from '../database/buildNumber.ts';
import { call } from '../database/call.ts';
import { log } from '../log.ts';
import type { Held } from './held.ts';

/**
 * How often a runner reports that it is alive, in ms. After three missing reports it counts as lost
 * (sql/queue/record_heartbeat.sql).
 */
const beatMs = 10_000;
/**
 * A runner that has made no progress for this many ms is stuck. No job takes longer than a classification, 30 s, except
 * jobs that report each batch (`checkpoint` in tasks.ts).
 */
export const stuckMs = 35_000;

/** How often a stopped runner tries to report that it has stopped. */
const maxAttempts = 5;
/** The pause between two such tries, in ms. */
const betweenTriesMs = 1_000;

/**
 * Reports to the database every few seconds that the runner makes progress, and which jobs it holds. This unlocks jobs
 * that the runner has locked but does not hold, and the jobs of lost runners. If the runner is stuck, it is stopped
 * instead, and its jobs are unlocked at once. The same happens if the database has become a copy or belongs to another
 * version, because another database may have been restored over it. Returns a function that ends the heartbeat and
 * unlocks the runner's remaining jobs.
 */
export function startHeartbeat(
  database: pg.Pool,
  events: WorkerEvents,
  held: Pick<Held, 'ids' | 'idleMs'>,
): () => Promise<void> {
  let end = async () => {};
  let listener: pg.ClientBase | undefined;
  events.on('pool:listen:success', ({ client }) => {
    listener = client;
  });
  events.on('pool:listen:error', () => {
    listener = undefined;
  });
  events.on('pool:create', ({ workerPool: pool }) => {
    const beat = async () => {
      // If the connection has gone silent, this query makes it time out, and another one is opened. Until then jobs are
      // found by polling every two seconds.
      void listener?.query('select').catch(() => {});
      if (await isFit(database, pool, held)) return;
      clearInterval(timer);
      void pool.gracefulShutdown('It makes no progress.');
      await leave(database, pool);
    };
    const beatOrLog = () => beat().catch(error => log.warn({ err: error }, 'heartbeat failed'));
    const timer = setInterval(() => {
      last = beatOrLog();
    }, beatMs);
    let last = beatOrLog();
    end = async () => {
      clearInterval(timer);
      await last;
      await leave(database, pool);
    };
  });
  return () => end();
}

/** Reports that the runner is alive. Returns false, without reporting, if the runner has to stop. */
async function isFit(
  database: pg.Pool,
  { id: pool }: WorkerPool,
  { ids, idleMs }: Pick<Held, 'ids' | 'idleMs'>,
): Promise<boolean> {
  if (idleMs > stuckMs) {
    log.error({ pool, idleMs: Math.round(idleMs) }, 'a job runner is stuck');
    return false;
  }
  // Two statements, because a database of another version may not have the second one's function.
  const reason = await call<string | null>(database, 'readiness_problem', buildNumber);
  if (reason !== null) {
    log.error({ pool, reason }, 'a job runner stops because the database is not ready');
    return false;
  }
  const freed = await call<number>(database, 'record_heartbeat', pool, ids, hostname(), process.pid);
  if (freed > 0) log.warn({ jobs: freed }, 'unlocked jobs that no live worker holds');
  return true;
}

/**
 * Unlocks a runner's jobs. It tries several times, because the database may be restarting. If that fails, the jobs are
 * unlocked after half a minute, when the runner counts as lost.
 */
async function leave(database: pg.Pool, { id }: WorkerPool): Promise<void> {
  const remove = () => call(database, 'remove_worker_pool', id);
  await retry(remove, (error, tries) => {
    log.warn({ err: error, tries }, 'a job runner could not report that it has stopped');
    return tries < maxAttempts ? betweenTriesMs : null;
  }).catch(() => {});
}
