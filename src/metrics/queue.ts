import { setTimeout as pause } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Waiting, Worker } from '../jobs/work.ts';
import { log } from '../log.ts';

/** The limits to asking the database what waits in the queue, which it has to count; in milliseconds. */
const limits = {
  /** How long the metrics wait for the answer. Prometheus waits 10 s for all of them. */
  waitMs: 5_000,
  /** How long an answer is used. */
  freshMs: 5_000,
};

interface Seen {
  tasks: Waiting[];
  seconds: number;
}

/** Measures what waits in the queue. Where the database does not say, there are no series: those of before would be taken for true. */
export function measureQueue(registry: Registry, { queue }: Pick<Worker, 'queue'>, given = limits): void {
  const registers = [registry];
  const see = seeing(queue, given);
  new Gauge({
    name: 'corkboard_queue_jobs',
    help: 'Jobs in the queue, by task and state: due, running, scheduled for later, or given up.',
    labelNames: ['task', 'state'],
    registers,
    async collect() {
      const seen = await see();
      this.reset();
      for (const { task, behind_seconds: _, ...states } of seen?.tasks ?? []) {
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
      for (const { task, behind_seconds } of seen?.tasks ?? []) this.set({ task }, behind_seconds);
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

/**
 * Returns what looks at the queue; null: the database did not say in time. It is asked again only when its last answer
 * is too old, and never while an answer is still to come.
 */
function seeing(queue: Worker['queue'], { waitMs, freshMs }: typeof limits): () => Promise<Seen | null> {
  let asked: Promise<Seen | null> | undefined;
  const forget = () => {
    asked = undefined;
  };
  const ask = async (): Promise<Seen | null> => {
    const since = performance.now();
    try {
      const tasks = await queue();
      setTimeout(forget, freshMs).unref();
      return { tasks, seconds: (performance.now() - since) / 1000 };
    } catch (error) {
      log.warn({ err: error }, 'the database does not say what waits in the queue');
      forget();
      return null;
    }
  };
  return () => {
    asked ??= ask();
    return Promise.race([asked, pause(waitMs, null, { ref: false })]);
  };
}
