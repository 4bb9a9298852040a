import { join } from 'node:path';
import { Logger, type Runner, run } from 'graphile-worker';
import pg from 'pg';
import type { Config } from './config.ts';
import { named, notAnswering } from './database/connect.ts';
import { log } from './log.ts';

/** Cron entries: housekeeping, in UTC. A run that was missed while no worker was up is made up for. */
const crontab = ['17 * * * * prune_idempotency_keys ?fill=1h'].join('\n');

/** Works on the queue of a database: each file under tasks/ is the task of its name. Answers how to stop. */
export async function work(config: Config, databaseUrl: string): Promise<() => Promise<void>> {
  const pool = new pg.Pool({ connectionString: named(databaseUrl, 'worker'), max: config.workerPoolSize });
  // A connection that breaks is replaced at the next use, and one that breaks while it closes is nobody's loss.
  pool.on('error', error => log.warn({ err: error }, 'database connection lost'));
  pool.on('connect', client => client.on('error', () => {}));
  const runner: Runner = await run({
    pgPool: pool,
    concurrency: config.workerConcurrency,
    taskDirectory: join(import.meta.dirname, '../tasks'),
    crontab,
    noHandleSignals: true,
    logger: new Logger(scope => (level, message, meta) => {
      const write = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
      log[write[level]]({ ...scope, ...(level === 'error' ? meta : {}) }, message);
    }),
  }).catch((error: Error) => {
    throw notAnswering(error);
  });
  return async () => {
    await runner.stop();
    await pool.end();
  };
}
