import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config.ts';
import { named, notAnswering, withSetting } from '../database/connect.ts';
import { log } from '../log.ts';
import { type JobRunner, startRunner } from './runner.ts';

/** How long to wait before a runner that ended by itself is replaced. */
const restartMs = 1_000;

/**
 * The jobs that come next are read off an index in its order. The planner, who never knows how long the queue is,
 * would rather gather and sort all that wait, and do that for every fetch.
 */
const inOrder = 'enable_bitmapscan=off';

/** Every job comes with four times. pg's own reader, which also knows the years before Christ, takes four times as long for them. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, text => new Date(text));

/** Works on the queue of a database, until it is told to stop. Answers how to stop. */
export async function work(config: Config, databaseUrl: string): Promise<() => Promise<void>> {
  const url = withSetting(named(databaseUrl, 'worker'), inOrder);
  const pool = new pg.Pool({ connectionString: url, max: config.workerPoolSize, types });
  // A connection that breaks is replaced at the next use, and one that breaks while it closes is nobody's loss.
  pool.on('error', error => log.warn({ err: error }, 'database connection lost'));
  pool.on('connect', client => client.on('error', () => {}));
  const start = () => startRunner(pool, config.workerConcurrency);
  let runner: JobRunner | null = await start().catch((error: Error) => {
    throw notAnswering(error);
  });
  let stopping = false;
  // A runner gives up where the database is gone for long: then the next one waits for it.
  const supervise = async () => {
    while (!stopping) {
      await runner?.ended.catch(error => log.error({ err: error }, 'the job runner failed'));
      if (stopping) return;
      await pause(restartMs);
      runner = await start().catch(() => null);
    }
  };
  const supervised = supervise();
  return async () => {
    stopping = true;
    await runner?.stop().catch(() => {});
    await supervised;
    await pool.end();
  };
}
