import type { Registry } from 'prom-client';
import type { Worker } from '../jobs/work.ts';
import { askedGauges } from './ask.ts';

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
    ({ answer }) => answer.map(({ state, endpoints }) => [{ state }, endpoints]),
  );
  ofEndpoints(
    'corkboard_webhook_deliveries_waiting',
    'Deliveries that are due and wait for their endpoint’s throttle, by the state of the endpoint.',
    ['state'],
    ({ answer }) => answer.map(({ state, waiting }) => [{ state }, waiting]),
  );
  const ofOverdue = askedGauges(registry, overdue, 'which deliveries are overdue');
  ofOverdue(
    'corkboard_webhook_deliveries_overdue',
    'Deliveries that are due and that no worker sends, although their endpoint’s throttle allows it.',
    [],
    ({ answer }) => [[{}, answer.overdue]],
  );
  ofOverdue(
    'corkboard_webhook_deliveries_overdue_seconds',
    'For how long the first of these deliveries could have been sent.',
    [],
    ({ answer }) => [[{}, answer.behind_seconds]],
  );
}
