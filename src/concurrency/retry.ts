import { setTimeout as pause } from 'node:timers/promises';

/**
 * After how many ms to try again, given the error of the last try and how many tries there were; null: not at all. May
 * throw an error in place of the last one.
 */
type Backoff = (error: unknown, tries: number) => number | null | Promise<number | null>;

/**
 * Does something until it succeeds. Throws its last error once `backoff` ends the tries, and the reason of `signal` if
 * that is aborted during a pause.
 */
export async function retry<Result>(
  attempt: () => Promise<Result>,
  backoff: Backoff,
  signal?: AbortSignal,
  wait: typeof pause = pause,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const ms = await backoff(error, tries);
      if (ms === null) throw error;
      await wait(ms, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }
}
