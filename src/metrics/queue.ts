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
    ({ answer }) =>
      answer.flatMap(({ task, due, running, scheduled, given_up }) =>
        Object.entries({ due, running, scheduled, given_up }).map(
          ([state, jobs]) => [{ task, state }, jobs] as const,
        ),
      ),
  );
  gauge(
    'corkboard_queue_age_seconds',
    'For how long the first job of a task has been due that no worker runs. Jobs that failed and wait for their next try count from when they were due first.',
    ['task'],
    ({ answer }) => answer.map(({ task, behind_seconds }) => [{ task }, behind_seconds]),
  );
  gauge(
    'corkboard_queue_jobs_given_up_last_hour',
    'Jobs that were given up within the last hour, after too many errors, and are still in the queue.',
    ['task'],
    ({ answer }) => answer.map(({ task, given_up_last_hour }) => [{ task }, given_up_last_hour]),
  );
  gauge(
    'corkboard_queue_query_seconds',
    'How long the database took to say what waits in the queue; no series if it did not.',
    [],
    ({ seconds }) => [[{}, seconds]],
  );
}
