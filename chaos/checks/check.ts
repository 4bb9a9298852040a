import type { Act } from '../persons.ts';
import type { Site } from '../site.ts';
import type { Write } from '../writes.ts';

/** A run that is over, and all that is known of it. */
export interface Run {
  site: Site;
  writes: Write[];
  acts: Act[];
  complaints: string[];
}

/** Checks a run against a promise, and answers what contradicts it, in a line each. The function's name is the promise. */
export type Check = (run: Run) => Promise<string[]> | string[];

/** A line for each row that a query finds: the row. */
export const contradictions =
  (text: string): Check =>
  async ({ site }) =>
    (await site.database.rows(text)).map(row => JSON.stringify(row));
