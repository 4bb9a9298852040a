import type { Registry } from 'prom-client';
import type { Worker } from '../jobs/work.ts';
import { askedGauge, asking, limits } from './ask.ts';

/** Measures how endpoints are doing, which deliveries wait for them, and which wait for the workers. */
export function measureEndpoints(
  registry: Registry,
  { endpoints, overdue }: Pick<Worker, 'endpoints' | 'overdue'>,
  given = limits,
): void {
  const seeEndpoints = asking(endpoints, 'how endpoints are doing', given);
  askedGauge(
    registry,
    seeEndpoints,
    {
      name: 'corkboard_webhook_endpoints',
      help: 'Webhook endpoints, by state: working, slowed, failing, off, not_in_plan, or suspended.',
      labelNames: ['state'],
    },
    ({ answer }) => answer.map(({ state, endpoints }) => [{ state }, endpoints]),
  );
  askedGauge(
    registry,
    seeEndpoints,
    {
      name: 'corkboard_webhook_deliveries_waiting',
      help: 'Deliveries that are due and wait for their endpoint’s throttle, by the state of the endpoint.',
      labelNames: ['state'],
    },
    ({ answer }) => answer.map(({ state, waiting }) => [{ state }, waiting]),
  );
  const seeOverdue = asking(overdue, 'which deliveries are overdue', given);
  askedGauge(
    registry,
    seeOverdue,
    {
      name: 'corkboard_webhook_deliveries_overdue',
      help: 'Deliveries that are due and that no worker sends, although their endpoint’s throttle allows it.',
    },
    ({ answer }) => [[{}, answer.overdue]],
  );
  askedGauge(
    registry,
    seeOverdue,
    {
      name: 'corkboard_webhook_deliveries_overdue_seconds',
      help: 'For how long the first of these deliveries could have been sent.',
    },
    ({ answer }) => [[{}, answer.behind_seconds]],
  );
}
