import { Gauge, type Registry } from 'prom-client';
import type { Worker } from '../jobs/work.ts';
import { asking, limits } from './ask.ts';

/** Measures how endpoints are doing. If the database doesn't answer there are no series: the previous values would look like present ones. */
export function measureEndpoints(
  registry: Registry,
  { endpoints }: Pick<Worker, 'endpoints'>,
  given = limits,
): void {
  const registers = [registry];
  const see = asking(endpoints, 'how endpoints are doing', given);
  new Gauge({
    name: 'corkboard_webhook_endpoints',
    help: 'Webhook endpoints, by state: working, slowed, failing, off, not_in_plan, or suspended.',
    labelNames: ['state'],
    registers,
    async collect() {
      const seen = await see();
      this.reset();
      for (const { state, endpoints } of seen?.answer ?? []) this.set({ state }, endpoints);
    },
  });
  new Gauge({
    name: 'corkboard_webhook_deliveries_waiting',
    help: 'Deliveries that are due and wait for their endpoint’s pace, by the state of the endpoint.',
    labelNames: ['state'],
    registers,
    async collect() {
      const seen = await see();
      this.reset();
      for (const { state, waiting } of seen?.answer ?? []) this.set({ state }, waiting);
    },
  });
}
