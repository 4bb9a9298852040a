import type pg from 'pg';
import type { Readiness, WorkerState } from '../telemetry/health.ts';
import { buildNumber } from './buildNumber.ts';
import { checkDiskSpace } from './diskSpace.ts';

/** Web's query about the health of its database. */
interface Health {
  whyUnready: Readiness;
  /** Whether a worker has reported lately; it doesn't matter for the readiness of web. */
  workerState(): Promise<WorkerState>;
}

/**
 * Returns what asks the database whether web can work on it, and whether a worker runs. `aside` is a pool apart from that of
 * the requests: in their queue, a process that is only busy would seem to have no database. Those who ask at the same time
 * share one query.
 */
export function healthOf(aside: Pick<pg.Pool, 'query'>): Health {
  return {
    whyUnready: shared(async () => {
      const { rows } = await aside.query('select corkboard.readiness_problem($1) as reason', [buildNumber]);
      await checkDiskSpace(text => aside.query(text));
      return rows[0].reason;
    }),
    workerState: shared(async () => {
      const { rows } = await aside.query('select corkboard.live_workers() > 0 as is_alive');
      return rows[0].is_alive ? 'alive' : 'silent';
    }),
  };
}

/** A version of `ask` whose callers at the same time share one answer. */
function shared<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | undefined;
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}
