import { retry } from '../concurrency/retry.ts';
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
export function whileAway<Result>(
  attempt: () => Promise<Result>,
  { onAway, limitMs = Number.POSITIVE_INFINITY, signal }: Waiting,
): Promise<Result> {
  const end = performance.now() + limitMs;
  const backoff = (error: unknown, tries: number) => {
    if (!isAway(error) || performance.now() >= end) return null;
    if (tries === 1) onAway(error as Error);
    return retryMs;
  };
  return retry(attempt, backoff, signal);
}
