import { Gauge, type Registry } from 'prom-client';
import type { Worker } from '../jobs/work.ts';
import { asking, limits } from './ask.ts';

/** Measures the queue. If the database doesn't answer there are no series, because old values would be misleading. */
export function measureQueue(registry: Registry, { queue }: Pick<Worker, 'queue'>, given = limits): void {
  const registers = [registry];
  const see = asking(queue, 'what waits in the queue', given);
  new Gauge({
    name: 'corkboard_queue_jobs',
    help: 'Jobs in the queue, by task and state: due, running, scheduled for later, or given up.',
    labelNames: ['task', 'state'],
    registers,
    async collect() {
      const seen = await see();
      this.reset();
      for (const { task, behind_seconds: _, ...states } of seen?.answer ?? []) {
        for (const [state, count] of Object.entries(states)) this.set({ task, state }, count);
      }
    },
  });
  new Gauge({
    name: 'corkboard_queue_age_seconds',
    help: 'For how long the first of the jobs that are due waits already, by task.',
    labelNames: ['task'],
    registers,
    async collect() {
      const seen = await see();
      this.reset();
      for (const { task, behind_seconds } of seen?.answer ?? []) this.set({ task }, behind_seconds);
    },
  });
  new Gauge({
    name: 'corkboard_queue_seen_seconds',
    help: 'How long the database took to say what waits in the queue; nothing where it did not.',
    registers,
    async collect() {
      const seen = await see();
      this.remove();
      if (seen) this.set(seen.seconds);
    },
  });
}
