import type pg from 'pg';
import type { Readiness } from '../telemetry/health.ts';
import { fingerprint } from './released.ts';

/**
 * Returns what asks the database whether web can work on it. `aside` is a pool apart from that of the requests: in their
 * line, a process that is only busy would seem to have no database. Those who want to know at the same time share one
 * question.
 */
export function readiness(aside: Pick<pg.Pool, 'query'>): Readiness {
  let asked: Promise<string | null> | undefined;
  const ask = async () => {
    const { rows } = await aside.query('select corkboard.readiness_problem($1) as reason', [
      await fingerprint(),
    ]);
    return rows[0].reason;
  };
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}
