import type pg from 'pg';
import { log } from '../log.ts';

/** How often the queue is checked, in ms. It may grow by some thousands of jobs in between. */
const everyMs = 1_000;

/**
 * Regularly updates PostgreSQL's statistics if the queue has become long (sql/queue/analyze_queue.sql). Returns a
 * function that stops it.
 */
export async function startMeasuring(database: pg.Pool): Promise<() => void> {
  const measure = () => database.query('select corkboard.analyze_queue()');
  let measuring = false;
  await measure();
  const timer = setInterval(async () => {
    if (measuring) return;
    measuring = true;
    await measure().catch(error => log.debug({ err: error }, 'the queue could not be measured'));
    measuring = false;
  }, everyMs);
  return () => clearInterval(timer);
}
