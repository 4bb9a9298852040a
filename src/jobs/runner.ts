import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { run, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
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
 * How long a runner that is stopping waits for the jobs in hand, in ms: a webhook may take 10 s, and its record a moment
 * more. Jobs that are not done by then are given back to the queue.
 */
const abortMs = 15_000;
/** After this time a stopping runner counts as stopped, even if it still holds jobs, in ms. */
const stopMs = abortMs + 5_000;
/** How often a runner that is stopping is asked whether it still holds a job, in ms. Its last batch has as long to reach the database. */
const lookMs = 1_000;
/** graphile-worker's settings. */
const worker = {
  /** How many jobs are fetched at a time. Those that come later wait behind them. After `ttl` ms, jobs that couldn't begin are given back. */
  localQueue: { size: 200, ttl: 30_000 },
  /** Within how many ms jobs that end are deleted together. */
  completeJobBatchDelay: 10,
  failJobBatchDelay: 10,
  gracefulShutdownAbortTimeout: abortMs,
};

/** A runner of jobs. docs/queue.md draws its states. */
export interface JobRunner {
  /** The jobs in hand. */
  held: Pick<Held, 'count' | 'idleMs'>;
  /** Finishes the jobs in hand and takes no more. Settles when it has stopped. */
  stop(): Promise<void>;
  /** Settles when it is stopping, because it was told to or has to, and takes no more jobs. */
  stopping: Promise<unknown>;
  /** Settles when it has stopped, and holds no job any more. */
  stopped: Promise<void>;
}

/** Runs jobs, as many at once as the configuration says. */
export async function startRunner(database: Pool, config: Config, limitMs = stopMs): Promise<JobRunner> {
  const { workerConcurrency: concurrentJobs } = config;
  const dispatcher = makeDispatcher(database, config);
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
  const runner = await loadTasks({ config, dispatcher, checkpoint })
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
    // When a batch failed, graphile-worker 0.18 may wait for ever: it waits for a count of batches to become 0, which
    // the count may have passed (`batch` in its main.js). Its cron ends only when it is told to.
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

function makeDispatcher(database: Pool, config: Config): DeliveryDispatcher {
  const { webhookAllowPrivate: allowPrivate, secretsKeys, workerConcurrency, publicUrl } = config;
  const query = (text: string, values?: unknown[]) => database.query(text, values);
  return new DeliveryDispatcher(
    query,
    { allowPrivate },
    new Keyring(secretsKeys),
    workerConcurrency,
    publicUrl,
  );
}

/** Emits an event for each job that ends, for the metrics. */
function countJobs(workerEvents: WorkerEvents): void {
  workerEvents.on('job:success', ({ job }) =>
    events.job.emit({ task: job.task_identifier, result: 'succeeded' }),
  );
  workerEvents.on('job:error', ({ job }) => events.job.emit({ task: job.task_identifier, result: 'failed' }));
}

/** Waits until no job is held, for `limitMs` at most, and then for the last batch to reach the database. */
async function untilNoneHeld(held: Pick<Held, 'count'>, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (held.count > 0 && performance.now() < deadline) await pause(lookMs, undefined, { ref: false });
  await pause(lookMs, undefined, { ref: false });
}
