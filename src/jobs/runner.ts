import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { run, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import { hasCitus } from '../database/citus.ts';
import { Nodes } from '../database/nodes.ts';
import { queriesOn } from '../database/queries.ts';
import { log } from '../log.ts';
import { events } from '../telemetry/events.ts';
import { DeliveryDispatcher } from '../webhooks/deliveryDispatcher.ts';
import { Keyring } from '../webhooks/keyring.ts';
import { crontab } from './crontab.ts';
import { startHeartbeat } from './heartbeat.ts';
import { Held } from './held.ts';
import { logger } from './logger.ts';
import { loadTasks } from './tasks.ts';

/**
 * How long a stopping runner waits for its jobs, in ms: an attempt may take 10 s, and recording it a moment longer.
 * Jobs that are not done by then are returned to the queue.
 */
const abortMs = 15_000;
/** After this time a stopping runner counts as stopped, even if it still holds jobs, in ms. */
const stopMs = abortMs + 5_000;
/**
 * How often to check whether a stopping runner still holds jobs, in ms. Its last batch has the same time to reach the
 * database.
 */
const checkMs = 1_000;
const worker = {
  /**
   * How many jobs are fetched at a time. Newer jobs wait behind them. Jobs that couldn't start within `ttl` ms are
   * returned.
   */
  localQueue: { size: 200, ttl: 30_000 },
  /** The time in ms during which finished jobs are collected, to be deleted together. */
  completeJobBatchDelay: 10,
  failJobBatchDelay: 10,
  gracefulShutdownAbortTimeout: abortMs,
};

/** A runner of jobs. docs/queue.md has a diagram of its states. */
export interface JobRunner {
  /** The jobs that it has fetched and not finished. */
  held: Pick<Held, 'count' | 'idleMs'>;
  /** Finishes these jobs and fetches no more. Settles when it has stopped. */
  stop(): Promise<void>;
  /** Settles when it starts to stop, on request or by itself. */
  stopping: Promise<unknown>;
  /** Settles when it has stopped and holds no more jobs. */
  stopped: Promise<void>;
}

/** Starts a runner of jobs with the configured concurrency. */
export async function startRunner(database: Pool, config: Config, limitMs = stopMs): Promise<JobRunner> {
  const { workerConcurrency: concurrentJobs } = config;
  const isDistributed = await hasCitus(database);
  const dispatcher = makeDispatcher(database, config, isDistributed);
  const workerEvents: WorkerEvents = new EventEmitter();
  const abortion = new AbortController();
  const stopping = once(abortion.signal, 'abort');
  workerEvents.on('pool:gracefulShutdown', () => abortion.abort());
  const held = new Held(workerEvents);
  countJobs(workerEvents);
  const endHeartbeat = startHeartbeat(database, workerEvents, held);
  const checkpoint = () => {
    held.noteProgress();
    if (abortion.signal.aborted) throw new Error('The worker is stopping: another one continues this.');
  };
  const runner = await loadTasks({ config, dispatcher, checkpoint }, isDistributed)
    .then(taskList =>
      run({
        pgPool: database,
        taskList,
        crontab,
        noHandleSignals: true,
        events: workerEvents,
        preset: { worker: { ...worker, concurrentJobs } },
        logger,
      }),
    )
    .catch(async error => {
      await dispatcher.stop();
      throw error;
    });
  const settled = runner.promise
    .catch(error => log.error({ err: error }, 'a job runner failed'))
    .finally(() => abortion.abort());
  const stop = () => void runner.stop().catch(() => {});
  const drain = async () => {
    await stopping;
    const sent = dispatcher.stop();
    // If a batch failed, graphile-worker 0.18 may wait forever for its count of batches to become 0, because the count
    // may have passed 0 (`batch` in its main.js). Its cron ends only when `stop` is called.
    await Promise.race([settled, untilNoneHeld(held, limitMs).then(stop)]);
    await Promise.race([sent, pause(limitMs, undefined, { ref: false })]);
    await endHeartbeat();
  };
  const stopped = drain();
  return {
    held,
    stopping,
    stopped,
    stop: () => {
      stop();
      return stopped;
    },
  };
}

function makeDispatcher(database: Pool, config: Config, isDistributed: boolean): DeliveryDispatcher {
  const { webhookAllowPrivate: allowPrivate, secretsKeys, workerConcurrency, publicUrl } = config;
  const query = (text: string, values?: unknown[]) => database.query(text, values);
  const nodes = new Nodes();
  const queries = queriesOn(database);
  const nodeOf = async (workspaceId: string) => (await nodes.of(workspaceId, queries)).name;
  return new DeliveryDispatcher(
    query,
    isDistributed ? nodeOf : null,
    { allowPrivate },
    new Keyring(secretsKeys),
    workerConcurrency,
    publicUrl,
  );
}

/** Emits an event for each finished job, for the metrics. */
function countJobs(workerEvents: WorkerEvents): void {
  workerEvents.on('job:success', ({ job }) =>
    events.job.emit({ task: job.task_identifier, result: 'succeeded' }),
  );
  workerEvents.on('job:error', ({ job }) => events.job.emit({ task: job.task_identifier, result: 'failed' }));
}

/** Waits until no job is held, for `limitMs` at most, and then for the last batch to reach the database. */
async function untilNoneHeld(held: Pick<Held, 'count'>, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (held.count > 0 && performance.now() < deadline) await pause(checkMs, undefined, { ref: false });
  await pause(checkMs, undefined, { ref: false });
}
