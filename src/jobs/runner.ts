import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { Logger, run, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { log } from '../log.ts';
import { startHeartbeat } from './heartbeat.ts';

/** Cron entries, in UTC. A run that was missed while no worker was up is made up for. */
const crontab = [
  '5 0 * * * detect_overdue ?fill=2d',
  '17 * * * * prune_idempotency_keys ?fill=1h',
  '27 * * * * prune_rate_windows ?fill=1h',
  '37 3 * * * prune_deliveries ?fill=1d',
].join('\n');

/** What graphile-worker tells of every job is of interest only to whoever looks for a fault. */
const writtenAs = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** A webhook may take 10 s, and its record a moment more. What is still not done is given back to the queue. */
const abortMs = 15_000;
/** Jobs are fetched so many at a time, and those that nobody could begin within this are given back. */
const fetchedJobs = 1_000;
const fetchedMs = 30_000;
/** Jobs that are done are deleted together, as many as end within this. */
const batchDelayMs = 10;

export interface JobRunner {
  /** Finishes the jobs in hand and takes no more. */
  stop(): Promise<void>;
  /** Settles when it has ended, by stop or by itself. Rejects where it gave up. */
  ended: Promise<void>;
}

/** Runs jobs, at most `concurrency` at once: each file under tasks/ is the task of its name. */
export async function startRunner(database: pg.Pool, concurrency: number): Promise<JobRunner> {
  const events: WorkerEvents = new EventEmitter();
  let stopHeartbeat = async () => {};
  events.on('pool:create', ({ workerPool }) => {
    stopHeartbeat = startHeartbeat(database, workerPool.id);
  });
  const runner = await run({
    pgPool: database,
    taskDirectory: join(import.meta.dirname, '../../tasks'),
    crontab,
    noHandleSignals: true,
    events,
    preset: {
      worker: {
        concurrentJobs: concurrency,
        localQueue: { size: Math.max(concurrency, fetchedJobs), ttl: fetchedMs },
        completeJobBatchDelay: batchDelayMs,
        failJobBatchDelay: batchDelayMs,
        gracefulShutdownAbortTimeout: abortMs,
      },
    },
    logger: new Logger(scope => (level, message, meta) => {
      // It would have a connection for each job; ours hold one only for moments.
      if (message.includes('maxPoolSize')) return;
      const written = writtenAs[level];
      if (log.isLevelEnabled(written))
        log[written]({ ...scope, ...(level === 'error' ? meta : {}) }, message);
    }),
  });
  return { stop: () => runner.stop(), ended: runner.promise.finally(() => stopHeartbeat()) };
}
