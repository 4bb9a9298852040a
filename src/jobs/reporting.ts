import { log } from '../log.ts';

/** The figures of the queue as the database reports them (sql/functions/database/queue_report.sql). */
export type QueueReport = Record<string, number>;

/** How often a process asks the database whether it is to log the report, in ms. */
const askMs = 5_000;
/**
 * How old the last report is, in seconds, before a process of this kind logs the next one. Web leaves it to the workers as
 * long as any is alive.
 */
const afterSeconds = { worker: 60, web: 90 };

/** The query for the report, whose value is the age that the last one must have; null: it is not this process's turn. */
export const queueReport = 'select corkboard.queue_report(make_interval(secs => $1)) as report';

/**
 * Logs the figures of the queue about once a minute. Every process of the installation asks, and the database decides which
 * one logs them. Returns how to stop.
 */
export function startReporting(
  report: (afterSeconds: number) => Promise<QueueReport | null>,
  process: keyof typeof afterSeconds,
): () => void {
  let isAsking = false;
  let hasFailed = false;
  let isOver = false;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      const figures = await report(afterSeconds[process]);
      if (figures !== null && !isOver) log.info(figures, 'queue');
      hasFailed = false;
    } catch (error) {
      if (!hasFailed && !isOver) log.warn({ err: error }, 'the figures of the queue could not be read');
      hasFailed = true;
    }
    isAsking = false;
  };
  void ask();
  const timer = setInterval(ask, askMs);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
