import { setTimeout as pause } from 'node:timers/promises';
import { isAway } from '../errors/databaseFault.ts';

/** How long to wait before a database that is away is tried again, in ms. */
const retryMs = 1_000;

interface Waiting {
  /** Called once, with the first error, if the database is away. */
  onAway: (error: Error) => void;
  /** After how many ms to give up. Left out: never. */
  limitMs?: number;
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
}

/**
 * Does something that needs the database, again and again while the database is away, starting or out of connections.
 * Throws every other error at once, and the reason of `signal` if that is aborted during the wait.
 */
export async function whileAway<Result>(
  attempt: () => Promise<Result>,
  { onAway, limitMs = Number.POSITIVE_INFINITY, signal }: Waiting,
): Promise<Result> {
  const end = performance.now() + limitMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await attempt();
    } catch (error) {
      if (!isAway(error) || performance.now() >= end) throw error;
      if (isFirst) onAway(error as Error);
      await pause(retryMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }
}
