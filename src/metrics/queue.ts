import type { Registry } from 'prom-client';
import type { Worker } from '../jobs/work.ts';
import { askedGauge, asking, limits } from './ask.ts';

/** Measures the queue. */
export function measureQueue(registry: Registry, { queue }: Pick<Worker, 'queue'>, given = limits): void {
  const see = asking(queue, 'what waits in the queue', given);
  askedGauge(
    registry,
    see,
    {
      name: 'corkboard_queue_jobs',
      help: 'Jobs in the queue, by task and state: due, running, scheduled for later, or given up.',
      labelNames: ['task', 'state'],
    },
    ({ answer }) =>
      answer.flatMap(({ task, due, running, scheduled, given_up }) =>
        Object.entries({ due, running, scheduled, given_up }).map(
          ([state, jobs]) => [{ task, state }, jobs] as const,
        ),
      ),
  );
  askedGauge(
    registry,
    see,
    {
      name: 'corkboard_queue_age_seconds',
      help: 'For how long the first job of a task has been due that no worker runs. Jobs that failed and wait for their next try count from when they were due first.',
      labelNames: ['task'],
    },
    ({ answer }) => answer.map(({ task, behind_seconds }) => [{ task }, behind_seconds]),
  );
  askedGauge(
    registry,
    see,
    {
      name: 'corkboard_queue_jobs_given_up_last_hour',
      help: 'Jobs that were given up within the last hour, after too many errors, and are still in the queue.',
      labelNames: ['task'],
    },
    ({ answer }) => answer.map(({ task, given_up_last_hour }) => [{ task }, given_up_last_hour]),
  );
  askedGauge(
    registry,
    see,
    {
      name: 'corkboard_queue_query_seconds',
      help: 'How long the database took to say what waits in the queue; no series if it did not.',
    },
    ({ seconds }) => [[{}, seconds]],
  );
}
