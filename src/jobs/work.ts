import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config.ts';
import { clientPool } from '../database/client.ts';
import { connectionTo, notAnswering } from '../database/connect.ts';
import { fingerprint } from '../database/released.ts';
import { log } from '../log.ts';
import { StartError } from '../startError.ts';
import type { Connections, Readiness } from '../vitals.ts';
import { Keyring } from '../webhooks/keyring.ts';
import { checkSecrets } from '../webhooks/secrets.ts';
import { stuckMs } from './heartbeat.ts';
import { startMeasuring } from './measure.ts';
import { type JobRunner, startRunner } from './runner.ts';

/** How long to wait before another runner is tried in the place of one that gave up. */
const restartMs = 1_000;
/** How long the connections may take to close. One that has fallen silent never does. */
const closeMs = 2_000;

/** The jobs of a task in the queue, by state; `behind` is for how long the first due one waits (corkboard_ops.job_backlog). */
export interface Waiting {
  task: string;
  due: number;
  running: number;
  scheduled: number;
  given_up: number;
  behind_seconds: number;
}

/** How many endpoints are in a state, and how many deliveries wait for the pace of those (corkboard_ops.endpoint_states). */
export interface EndpointState {
  state: string;
  endpoints: number;
  waiting: number;
}

const endpointStates =
  'select s.state, s.endpoints::integer, s.waiting::integer from corkboard_ops.endpoint_states s';

const waitingJobs = `
  select b.task, b.due::integer, b.running::integer, b.scheduled::integer, b.given_up::integer,
         coalesce(extract(epoch from b.behind), 0)::double precision as behind_seconds
    from corkboard_ops.job_backlog b`;

/** Every job comes with four times, for which pg's own reader, which also knows the years before Christ, takes four times as long: 3 % of the worker's work. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, text => new Date(text));

/** A worker at work. */
export interface Worker {
  /** Its connections to the database. */
  connections(): Connections;
  /** How many jobs it holds, and for how many seconds it has made no progress (src/jobs/held.ts). */
  progress(): { held: number; stillSeconds: number };
  /** What waits in the queue, by task. */
  queue(): Promise<Waiting[]>;
  /** How endpoints are doing, by state. */
  endpoints(): Promise<EndpointState[]>;
  whyUnready: Readiness;
  /** Finishes the jobs in hand and takes no more. */
  stop(): Promise<void>;
}

/**
 * Works on the queue of a database, until it is told to stop. Throws StartError where the database
 * does not answer, or signing secrets cannot be read.
 */
export async function work(config: Config, databaseUrl: string): Promise<Worker> {
  const pool = clientPool({
    ...connectionTo(databaseUrl, 'worker'),
    max: config.workerPoolSize,
    types,
  });
  /** One of them takes jobs; those that gave up before it may still finish some. */
  const runners = new Set<JobRunner>();
  let stopping = false;
  const unready = async (): Promise<string | null> => {
    const { rows } = await pool.query('select corkboard.why_unready($1) as reason', [await fingerprint()]);
    return rows[0].reason;
  };
  const start = async () => {
    const runner = await startRunner(pool, config);
    runners.add(runner);
    void runner.ended.then(() => runners.delete(runner));
    if (stopping) void runner.stop();
    return runner;
  };
  /** Starts a runner as soon as the database is there and ready: until then it may be empty, half restored or a copy. */
  const startWhenReady = async (): Promise<JobRunner | undefined> => {
    for (let said = ''; !stopping; await pause(restartMs)) {
      try {
        const reason = await unready();
        if (reason === null) return await start();
        if (reason !== said) log.warn({ reason }, 'jobs wait until the database is ready');
        said = reason;
      } catch (error) {
        log.error({ err: error }, 'a job runner could not be started');
      }
    }
    return undefined;
  };
  const supervise = async (runner: JobRunner) => {
    for (let current: JobRunner | undefined = runner; current; current = await startWhenReady()) {
      await current.surrendered;
      if (stopping) return;
      log.warn('a job runner gave up: another takes its place');
    }
  };
  await checkSecrets((text, values) => pool.query(text, values), new Keyring(config.secretsKeys)).catch(
    notWorking,
  );
  const stopMeasuring = await startMeasuring(pool).catch(notWorking);
  const supervised = supervise(await start().catch(notWorking));
  const progress = () => ({
    held: [...runners].reduce((sum, { held }) => sum + held.count, 0),
    stillSeconds: Math.min(...[...runners].map(({ held }) => held.stillMs)) / 1000,
  });
  return {
    progress,
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      most: config.workerPoolSize,
    }),
    queue: async () => (await pool.query<Waiting>(waitingJobs)).rows,
    endpoints: async () => (await pool.query<EndpointState>(endpointStates)).rows,
    whyUnready: async () => {
      if (stopping) return 'The process is stopping.';
      const reason = await unready();
      if (reason !== null) return reason;
      return progress().stillSeconds * 1000 <= stuckMs ? null : 'The jobs stand still.';
    },
    stop: async () => {
      stopping = true;
      stopMeasuring();
      for (const runner of runners) void runner.stop();
      await supervised;
      await Promise.all([...runners].map(({ ended }) => ended));
      await Promise.race([pool.end(), pause(closeMs, undefined, { ref: false })]);
    },
  };
}

function notWorking(error: Error): never {
  throw error instanceof StartError ? error : notAnswering(error);
}
