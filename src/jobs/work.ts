import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { clientPool } from '../database/client.ts';
import { connectionTo, notAnswering, withSetting } from '../database/connect.ts';
import { log } from '../log.ts';
import { StartError } from '../startError.ts';
import { Keyring } from '../webhooks/keyring.ts';
import { checkSecrets } from '../webhooks/secrets.ts';
import { startMeasuring } from './measure.ts';
import { type JobRunner, startRunner } from './runner.ts';

/** How long to wait before another runner is tried in the place of one that gave up. */
const restartMs = 1_000;
/** How long the connections may take to close. One that has fallen silent never does. */
const closeMs = 2_000;

/**
 * The jobs that come next are read off an index in its order. The planner, who never knows how long the queue is,
 * would rather gather and sort all that wait, and do that for every fetch.
 */
const inOrder = 'enable_bitmapscan=off';

/**
 * Works on the queue of a database, until it is told to stop. Answers how to stop. Throws StartError where the database
 * does not answer, or signing secrets cannot be read.
 */
export async function work(config: Config, databaseUrl: string): Promise<() => Promise<void>> {
  const pool = clientPool({
    ...connectionTo(withSetting(databaseUrl, inOrder), 'worker'),
    max: config.workerPoolSize,
  });
  /** One takes jobs; those that gave up before it may still have some to finish. */
  const runners = new Set<JobRunner>();
  let stopping = false;
  const start = async () => {
    const runner = await startRunner(pool, config);
    runners.add(runner);
    void runner.ended.then(() => runners.delete(runner));
    if (stopping) void runner.stop();
    return runner;
  };
  const supervise = async (runner: JobRunner) => {
    for (let current: JobRunner | null = runner; !stopping; ) {
      await current?.surrendered;
      if (stopping) return;
      log.warn('a job runner gave up: another takes its place');
      current = await start().catch(error => {
        log.error({ err: error }, 'a job runner could not be started');
        return pause(restartMs, null);
      });
    }
  };
  await checkSecrets((text, values) => pool.query(text, values), new Keyring(config.secretsKeys)).catch(
    notWorking,
  );
  const stopMeasuring = await startMeasuring(pool).catch(notWorking);
  const supervised = supervise(await start().catch(notWorking));
  return async () => {
    stopping = true;
    stopMeasuring();
    for (const runner of runners) void runner.stop();
    await supervised;
    await Promise.all([...runners].map(({ ended }) => ended));
    await Promise.race([pool.end(), pause(closeMs, undefined, { ref: false })]);
  };
}

function notWorking(error: Error): never {
  throw error instanceof StartError ? error : notAnswering(error);
}
