import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Readiness } from '../telemetry/health.ts';
import { fingerprint } from './released.ts';

const Row = z.object({ reason: z.string().nullable() });

/**
 * Returns what asks the database whether web can work on it. `aside` is a pool apart from that of the requests: in their
 * line, a process that is only busy would seem to have no database. Those who want to know at the same time share one
 * question.
 */
export function readiness(aside: Pick<DatabasePool, 'one'>): Readiness {
  let asked: Promise<string | null> | undefined;
  const ask = async () => {
    const query = sql.type(Row)`select corkboard.why_unready(${await fingerprint()}) as reason`;
    return (await aside.one(query)).reason;
  };
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}
