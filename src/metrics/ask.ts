import { setTimeout as pause } from 'node:timers/promises';
import { log } from '../log.ts';

/** The limits of metrics queries, in ms. */
export const limits = {
  /** How long the metrics wait for the answer. Prometheus waits 10 s for all of them. */
  waitMs: 5_000,
  /** How long an answer is used. */
  freshMs: 5_000,
};

/** An answer of the database, and how long it took. */
interface Asked<Answer> {
  answer: Answer;
  seconds: number;
}

/**
 * Returns a function that asks the database; null: it did not answer in time. It is asked again only when its last
 * answer is too old, and never while an answer is still to come. `what` it is asked for is logged if it fails.
 */
export function asking<Answer>(
  query: () => Promise<Answer>,
  what: string,
  { waitMs, freshMs }: typeof limits = limits,
): () => Promise<Asked<Answer> | null> {
  let asked: Promise<Asked<Answer> | null> | undefined;
  const forget = () => {
    asked = undefined;
  };
  const ask = async (): Promise<Asked<Answer> | null> => {
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
