import type { Registry } from 'prom-client';
import type { Worker } from '../jobs/work.ts';
import { askedGauges, type limits } from './ask.ts';

/** Measures the queue. */
export function measureQueue(
  registry: Registry,
  { queue }: Pick<Worker, 'queue'>,
  given?: typeof limits,
): void {
  const gauge = askedGauges(registry, queue, 'what waits in the queue', given);
  gauge(
    'corkboard_queue_jobs',
    'Jobs in the queue, by task and state: due, running, scheduled for later, or given up.',
    ['task', 'state'],
    answer =>
      answer.flatMap(({ task, due, running, scheduled, given_up }) =>
        Object.entries({ due, running, scheduled, given_up }).map(
          ([state, jobs]) => [{ task, state }, jobs] as const,
        ),
      ),
  );
  gauge(
    'corkboard_queue_age_seconds',
    'For how long the first job of a task has been due that no worker runs. Jobs that failed and wait for their next attempt count from when they were due first.',
    ['task'],
    answer => answer.map(({ task, behind_seconds }) => [{ task }, behind_seconds]),
  );
  gauge(
    'corkboard_queue_jobs_given_up_last_hour',
    'Jobs that were given up within the last hour, after too many errors, and are still in the queue.',
    ['task'],
    answer => answer.map(({ task, given_up_last_hour }) => [{ task }, given_up_last_hour]),
  );
  gauge(
    'corkboard_queue_query_seconds',
    'How long the database took to say what waits in the queue; no series if it did not.',
    [],
    (_, seconds) => [[{}, seconds]],
  );
}

/** Measures how endpoints are doing, which deliveries wait for them, and which wait for the workers. */
export function measureEndpoints(
  registry: Registry,
  { endpoints, overdue }: Pick<Worker, 'endpoints' | 'overdue'>,
): void {
  const ofEndpoints = askedGauges(registry, endpoints, 'how endpoints are doing');
  ofEndpoints(
    'corkboard_webhook_endpoints',
    'Webhook endpoints, by state: working, slowed, failing, off, not_in_plan, or suspended.',
    ['state'],
    answer => answer.map(({ state, endpoints }) => [{ state }, endpoints]),
  );
  ofEndpoints(
    'corkboard_webhook_deliveries_waiting',
    'Deliveries that are due and wait for their endpoint’s throttle, by the state of the endpoint.',
    ['state'],
    answer => answer.map(({ state, waiting }) => [{ state }, waiting]),
  );
  const ofOverdue = askedGauges(registry, overdue, 'which deliveries are overdue');
  ofOverdue(
    'corkboard_webhook_deliveries_overdue',
    'Deliveries that are due and that no worker sends, although their endpoint’s throttle allows it.',
    [],
    answer => [[{}, answer.overdue]],
  );
  ofOverdue(
    'corkboard_webhook_deliveries_overdue_seconds',
    'For how long the first of these deliveries could have been sent.',
    [],
    answer => [[{}, answer.behind_seconds]],
  );
}

/** Measures what makes PostgreSQL slower over time: transactions and snapshots that are held, and dead rows. */
export function measureDatabase(registry: Registry, { database }: Pick<Worker, 'database'>): void {
  const gauge = askedGauges(registry, database, 'how old transactions are');
  for (const [figure, help] of [
    ['oldest_transaction_seconds', 'For how long the oldest transaction in the database has been open.'],
    [
      'oldest_snapshot_seconds',
      'For how long, at most, the oldest snapshot is held that keeps vacuum from removing dead rows.',
    ],
    [
      'oldest_snapshot_transactions',
      'How many transactions have begun since the oldest snapshot that keeps vacuum from removing dead rows, those of standbys and replication slots included.',
    ],
    [
      'hidden_sessions',
      'Sessions of other roles that these figures leave out, because the owner of the database lacks pg_read_all_stats.',
    ],
  ] as const) {
    gauge(`corkboard_database_${figure}`, help, [], answer => [[{}, answer[figure]]]);
  }
  for (const [figure, help] of [
    ['live_rows', 'Rows of each table, as PostgreSQL estimates.'],
    [
      'dead_rows',
      'Deleted and replaced rows of each table that vacuum has not removed yet, as PostgreSQL estimates.',
    ],
  ] as const) {
    gauge(`corkboard_database_${figure}`, help, ['table'], answer =>
      answer.tables.map(row => [{ table: row.table }, row[figure]]),
    );
  }
}
