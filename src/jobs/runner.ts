import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { run, type WorkerEvents } from 'graphile-worker';
import type { ClientBase, Pool } from 'pg';
import type { Config } from '../config.ts';
import { log } from '../log.ts';
import { signals } from '../signals.ts';
import type { Query } from '../webhooks/attempts.ts';
import { Courier } from '../webhooks/courier.ts';
import { Keyring } from '../webhooks/keyring.ts';
import { startHeartbeat } from './heartbeat.ts';
import { Held } from './held.ts';
import { logger } from './logger.ts';
import { loadTasks } from './tasks.ts';

/** Cron entries, in UTC. A run that was missed while no worker was up is made up for. */
export const crontab = [
  '5 * * * * detect_overdue ?fill=1h',
  '17 * * * * prune_idempotency_keys ?fill=1h',
  '27 * * * * prune_rate_windows ?fill=1h',
  '37 3 * * * prune_deliveries ?fill=1d',
  '7 * * * * prune_sessions ?fill=1h',
  '12 * * * * prune_member_changes ?fill=1h',
  '47 3 * * * prune_claims ?fill=1d',
  '57 3 * * * prune_jobs ?fill=1d',
  '* * * * * requeue_lost',
].join('\n');

/**
 * How long a runner that ends waits for the jobs in hand, in ms: a webhook may take 10 s, and its record a moment more.
 * Jobs that are not done by then are given back to the queue.
 */
const abortMs = 15_000;
/** After how many ms a runner that was told to end, or gave up by itself, counts as ended, whatever it still holds. */
const endMs = abortMs + 5_000;
/** How often a runner that ends is asked whether it still holds a job, in ms. Its last batch has as long to reach the database. */
const lookMs = 1_000;
/** How many jobs are fetched at a time. Those that come later wait behind them. */
const fetchedJobs = 200;
/** After this, jobs that were fetched and that nobody could begin are given back to the queue. */
const fetchedMs = 30_000;
/** Within how many ms jobs that end are deleted together. */
const batchDelayMs = 10;

export interface JobRunner {
  /** The jobs in hand. */
  held: Pick<Held, 'count' | 'stillMs'>;
  /** Finishes the jobs in hand and takes no more. Settles when it has ended. */
  stop(): Promise<void>;
  /** Settles when it takes no more jobs: it was stopped, or gave up by itself. */
  surrendered: Promise<unknown>;
  /** Settles when it has ended, and holds no job any more. */
  ended: Promise<unknown>;
}

/** Runs jobs, as many at once as the configuration says. */
export async function startRunner(database: Pool, config: Config, limitMs = endMs): Promise<JobRunner> {
  const query: Query = (text, values) => database.query(text, values);
  const reach = { allowPrivate: config.webhookAllowPrivate };
  const { secretsKeys, workerConcurrency, publicUrl } = config;
  const courier = new Courier(query, reach, new Keyring(secretsKeys), workerConcurrency, publicUrl);
  const events: WorkerEvents = new EventEmitter();
  const surrendered = once(events, 'pool:gracefulShutdown');
  const held = new Held(events);
  events.on('job:success', ({ job }) => signals.job.tell({ task: job.task_identifier, result: 'succeeded' }));
  events.on('job:error', ({ job }) => signals.job.tell({ task: job.task_identifier, result: 'failed' }));
  let stopHeartbeat = async () => {};
  let listener: ClientBase | undefined;
  events.on('pool:listen:success', ({ client }) => {
    listener = client;
  });
  events.on('pool:listen:error', () => {
    listener = undefined;
  });
  events.on('pool:create', ({ workerPool }) => {
    stopHeartbeat = startHeartbeat(database, {
      poolId: workerPool.id,
      held,
      listener: () => listener,
      giveUp: () => void workerPool.gracefulShutdown('It is stuck.'),
    });
  });
  let stopping = false;
  let delivered = Promise.resolve();
  events.on('pool:gracefulShutdown', () => {
    stopping = true;
    delivered = courier.stop();
  });
  const goOn = () => {
    held.moved();
    if (stopping) throw new Error('The worker is stopping: another one continues this.');
  };
  const begin = async () =>
    run({
      pgPool: database,
      taskList: await loadTasks({ config, courier, goOn }),
      crontab,
      noHandleSignals: true,
      events,
      preset: {
        worker: {
          concurrentJobs: config.workerConcurrency,
          localQueue: { size: fetchedJobs, ttl: fetchedMs },
          completeJobBatchDelay: batchDelayMs,
          failJobBatchDelay: batchDelayMs,
          gracefulShutdownAbortTimeout: abortMs,
        },
      },
      logger,
    });
  const runner = await begin().catch(async error => {
    await courier.stop();
    throw error;
  });
  const stop = () => runner.stop().catch(() => {});
  // When a batch failed, graphile-worker 0.18 may wait for ever: it waits for a count of batches to become 0, which
  // the count may have passed (`batch` in its main.js). Its cron ends only when it is told to.
  const drained = surrendered.then(async () => {
    let isEmpty = false;
    for (let waitedMs = 0; waitedMs < limitMs && !isEmpty; waitedMs += lookMs) {
      isEmpty = held.count === 0;
      await pause(lookMs, undefined, { ref: false });
    }
    void stop();
  });
  const settled = runner.promise.catch(error => log.error({ err: error }, 'a job runner failed'));
  const ended = Promise.race([settled, drained])
    .then(() => Promise.race([delivered, pause(limitMs, undefined, { ref: false })]))
    .then(() => stopHeartbeat());
  return {
    held,
    stop: async () => {
      void stop();
      await ended;
    },
    surrendered,
    ended,
  };
}
