import pg from 'pg';
import type { Config } from '../config.ts';
import { buildNumber } from '../database/buildNumber.ts';
import { call } from '../database/call.ts';
import { clientPool } from '../database/client.ts';
import { connectionTo, notAnswering } from '../database/connect.ts';
import { checkDiskSpace } from '../database/diskSpace.ts';
import { isAway } from '../errors/databaseFault.ts';
import { type Connections, waitingForDatabase } from '../telemetry/health.ts';
import { Keyring } from '../webhooks/keyring.ts';
import { checkSecrets } from '../webhooks/secrets.ts';
import { stuckMs } from './heartbeat.ts';
import { startMeasuring } from './measure.ts';
import { startRunner } from './runner.ts';
import { supervise } from './supervise.ts';

/** The jobs of a task in the queue, by state; `behind` is for how long the first of them has been due (corkboard_ops.job_backlog). */
export interface Waiting {
  task: string;
  due: number;
  running: number;
  scheduled: number;
  given_up: number;
  given_up_last_hour: number;
  behind_seconds: number;
}

/** Deliveries that wait for the workers, and for how long the first one does (corkboard_ops.overdue_totals). */
interface Overdue {
  overdue: number;
  behind_seconds: number;
}

/** How long transactions are open in the database, and what PostgreSQL estimates of each table. */
interface DatabaseHealth {
  oldest_transaction_seconds: number;
  oldest_snapshot_seconds: number;
  oldest_snapshot_transactions: number;
  hidden_sessions: number;
  tables: { table: string; live_rows: number; dead_rows: number }[];
}

/** How many endpoints are in a state, and how many of their deliveries are throttled (corkboard_ops.endpoint_states). */
interface EndpointState {
  state: string;
  endpoints: number;
  waiting: number;
}

const endpointStates =
  'select s.state, s.endpoints::integer, s.waiting::integer from corkboard_ops.endpoint_states s';

const overdueDeliveries = `
  select o.overdue::integer, extract(epoch from o.behind)::double precision as behind_seconds
    from corkboard_ops.overdue_totals o`;

const databaseHealth = `
  select h.oldest_transaction_seconds, h.oldest_snapshot_seconds, h.oldest_snapshot_transactions::integer, h.hidden_sessions,
         (select json_agg(t) from (
           select replace(t."table", '_private_', '') as "table", t.live_rows, t.dead_rows from corkboard_ops.table_health t) t) as tables
    from corkboard.database_health() h`;

const waitingJobs = `
  select b.task, b.due::integer, b.running::integer, b.scheduled::integer, b.given_up::integer, b.given_up_last_hour::integer,
         coalesce(extract(epoch from b.behind), 0)::double precision as behind_seconds
    from corkboard_ops.job_backlog b`;

/**
 * Parses times faster than pg's own parser, which supports years BC. Every job has four times, so this is measurable.
 */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, text => new Date(text));

/** A worker, at work or not yet. */
export type Worker = ReturnType<typeof prepareWorker>;

/** Works on the queue of a database, until it is told to stop. Throws as `start` of a worker does. */
export async function work(config: Config, databaseUrl: string): Promise<Worker> {
  const worker = prepareWorker(config, databaseUrl);
  await worker.start();
  return worker;
}

/** A worker for the queue of a database, which it doesn't need before `start`. */
export function prepareWorker(config: Config, databaseUrl: string) {
  const { workerPoolSize: max, secretsKeys } = config;
  const pool = clientPool({ ...connectionTo(databaseUrl, 'worker'), max, types });
  const ask = async <Row extends object>(query: string): Promise<Row[]> =>
    (await pool.query<Row>(query)).rows;
  const whyUnready = async () => call<string | null>(pool, 'readiness_problem', buildNumber);
  let stopMeasuring = () => {};
  let runners: Awaited<ReturnType<typeof supervise>> | undefined;
  const begin = async () => {
    await checkSecrets((text, values) => pool.query(text, values), new Keyring(secretsKeys));
    stopMeasuring = await startMeasuring(pool);
    runners = await supervise(() => startRunner(pool, config), whyUnready);
  };
  let beginning = Promise.resolve();
  /** How many jobs it holds, and for how many seconds it has made no progress. */
  const progress = () => {
    const held = runners?.held() ?? [];
    return {
      held: held.reduce((sum, { count }) => sum + count, 0),
      secondsSinceProgress: Math.min(...held.map(({ idleMs }) => idleMs)) / 1000,
    };
  };
  return {
    /**
     * Begins to take jobs. Throws StartError if the database does not answer, after which it may be called again, or if
     * signing secrets cannot be read.
     */
    start: (): Promise<void> => {
      beginning = begin().catch(error => {
        stopMeasuring();
        throw isAway(error) ? notAnswering(error) : error;
      });
      return beginning;
    },
    progress,
    connections: (): Connections => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      most: max,
    }),
    queue: () => ask<Waiting>(waitingJobs),
    overdue: async (): Promise<Overdue> => (await ask<Overdue>(overdueDeliveries))[0]!,
    database: async (): Promise<DatabaseHealth> => (await ask<DatabaseHealth>(databaseHealth))[0]!,
    endpoints: () => ask<EndpointState>(endpointStates),
    whyUnready: async (): Promise<string | null> => {
      if (runners === undefined) return waitingForDatabase;
      if (runners.isStopping()) return 'The process is stopping.';
      const reason = await whyUnready();
      if (reason !== null) return reason;
      if (progress().secondsSinceProgress * 1000 > stuckMs) return 'The jobs make no progress.';
      await checkDiskSpace(ask);
      return null;
    },
    /** Finishes the jobs that it holds, and fetches no more. */
    stop: async (): Promise<void> => {
      await beginning.catch(() => {});
      stopMeasuring();
      await runners?.stop();
      await pool.end();
    },
  };
}
