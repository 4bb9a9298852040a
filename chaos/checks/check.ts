import type { Rows } from '../../harness/database.ts';
import type { Act } from '../people.ts';
import type { Site } from '../site.ts';
import type { Write } from '../writes.ts';

/** The result of a finished run. */
export interface Run {
  site: Omit<Site, 'database'> & { database: Rows };
  writes: Write[];
  acts: Act[];
  unexpectedErrors: string[];
}

/** Checks whether a run kept a promise. Returns a line for each violation. The function's name is the promise. */
export type Check = (run: Run) => Promise<string[]> | string[];

/** A line for each row of a query. */
export const contradictions =
  (text: string): Check =>
  async ({ site }) =>
    (await site.database.rows(text)).map(row => JSON.stringify(row));
