import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { WorkerEvents, WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import { fingerprint } from '../database/released.ts';
import { log } from '../log.ts';
import type { Held } from './held.ts';

/** How often a runner reports that it is alive, in ms. After three lost reports it counts as lost (sql/queue/record_heartbeat.sql). */
const beatMs = 10_000;
/**
 * A runner that has made no progress for this many ms is stuck: no job holds its slot for longer than a classification,
 * 30 s, except those that report every batch (`checkpoint` in tasks.ts).
 */
export const stuckMs = 35_000;

/** How often a runner that has stopped tries to tell the database so. */
const mostTries = 5;
/** How many ms are between two such tries. */
const betweenTriesMs = 1_000;

/** Beats only if the database is ready, and otherwise says why it is not. */
const beatIfReady = `
  select r.reason, case when r.reason is null then corkboard.record_heartbeat($1, $2, $4, $5) end as freed
    from corkboard.readiness_problem($3) as r (reason)`;

/**
 * Reports to the database every few seconds that the runner with these events makes progress, and which jobs it holds.
 * Jobs that it has locked and does not hold are freed, and so are those of lost runners. A runner that is stuck is told
 * to stop instead, and its jobs are free at once. So is one whose database has become a copy or is not of this version:
 * another one may have been restored over it. Returns how to end this, which frees what the runner still has.
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
      // A query breaks a connection that has fallen silent, and another is opened. Until then jobs are found by polling
      // every two seconds.
      void listener?.query('select').catch(() => {});
      if (await isFit(database, pool, held)) return;
      clearInterval(timer);
      void pool.gracefulShutdown('It can make no progress.');
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

/** Reports that the runner is alive; false: it has to stop, and nothing was reported. */
async function isFit(
  database: pg.Pool,
  { id: pool }: WorkerPool,
  { ids, idleMs }: Pick<Held, 'ids' | 'idleMs'>,
): Promise<boolean> {
  if (idleMs > stuckMs) {
    log.error({ pool, idleMs: Math.round(idleMs) }, 'a job runner is stuck');
    return false;
  }
  const { rows } = await database.query(beatIfReady, [
    pool,
    ids,
    await fingerprint(),
    hostname(),
    process.pid,
  ]);
  const { reason, freed } = rows[0];
  if (reason !== null) log.error({ pool, reason }, 'a job runner stops because the database is not ready');
  if (freed > 0) log.warn({ jobs: freed }, 'freed jobs that no living worker holds');
  return reason === null;
}

/** Frees a runner's jobs. It tries more than once, as the database may only be restarting; otherwise they are free after half a minute. */
async function leave(database: pg.Pool, { id }: WorkerPool): Promise<void> {
  for (let tries = 1; tries <= mostTries; tries++) {
    try {
      await database.query('select corkboard.remove_worker_pool($1)', [id]);
      return;
    } catch (error) {
      log.warn({ err: error, tries }, 'a job runner could not report that it has stopped');
      await pause(betweenTriesMs);
    }
  }
}
