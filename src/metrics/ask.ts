import { setTimeout as pause } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import { log } from '../log.ts';

/** The limits of metrics queries, in ms. */
export const limits = {
  /** How long the metrics wait for the answer. Prometheus waits 10 s for all of them. */
  waitMs: 5_000,
  /** How long an answer is used. */
  freshMs: 5_000,
};

/** An answer of the database, and how long it took. */
interface TimedAnswer<Answer> {
  answer: Answer;
  seconds: number;
}

/**
 * Returns a function that asks the database; null: it did not answer in time. It is asked again only when its last
 * answer is too old, and never while an answer is still to come.
 */
function asking<Answer>(
  query: () => Promise<Answer>,
  what: string,
  { waitMs, freshMs }: typeof limits,
): () => Promise<TimedAnswer<Answer> | null> {
  let asked: Promise<TimedAnswer<Answer> | null> | undefined;
  const forget = () => {
    asked = undefined;
  };
  const ask = async (): Promise<TimedAnswer<Answer> | null> => {
    const since = performance.now();
    try {
      const answer = await query();
      setTimeout(forget, freshMs).unref();
      return { answer, seconds: (performance.now() - since) / 1000 };
    } catch (error) {
      log.warn({ err: error }, `the database does not say ${what}`);
      forget();
      return null;
    }
  };
  return () => {
    asked ??= ask();
    return Promise.race([asked, pause(waitMs, null, { ref: false })]);
  };
}

/** The series of a gauge: the labels and the value of each. */
type Series = (readonly [Record<string, string>, number])[];

/** Adds a gauge whose series are read whenever the metrics are. */
export const addGauge = (
  registry: Registry,
  name: string,
  help: string,
  labelNames: string[],
  read: () => Series | Promise<Series>,
): Gauge =>
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const series = await read();
      // A reset leaves a gauge without labels at 0.
      if (labelNames.length === 0) this.remove();
      else this.reset();
      for (const [labels, value] of series) this.set(labels, value);
    },
  });

/**
 * Returns a function that adds gauges with what the database answers. Without an answer they have no series, because old
 * values would mislead. `what` the database is asked for is logged if it fails.
 */
export function askedGauges<Answer>(
  registry: Registry,
  query: () => Promise<Answer>,
  what: string,
  given = limits,
) {
  const see = asking(query, what, given);
  return (
    name: string,
    help: string,
    labelNames: string[],
    read: (answer: Answer, seconds: number) => Series,
  ) =>
    addGauge(registry, name, help, labelNames, async () => {
      const seen = await see();
      return seen === null ? [] : read(seen.answer, seen.seconds);
    });
}
