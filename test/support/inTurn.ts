import { setImmediate } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';

/**
 * How many tests of a group run at once. ava would start all of them, which would exhaust the pools and miss timeouts.
 */
const most = 3;

let running = 0;
const waiting: (() => void)[] = [];

type Implementation<Args extends unknown[]> = (t: ExecutionContext, ...args: Args) => unknown;

/** Wraps a test so that it waits until fewer tests of its group run. */
export const inTurn =
  <Args extends unknown[]>(run: Implementation<Args>) =>
  async (t: ExecutionContext, ...args: Args): Promise<unknown> => {
    if (running === most) await new Promise<void>(wake => waiting.push(wake));
    else running++;
    try {
      return await run(t, ...args);
    } finally {
      // Hundreds of tests that await nothing would otherwise keep answers from all others until their timeouts.
      await setImmediate();
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };

/**
 * The order of a file's tests: first its serial tests, one after the other, then the others concurrently. ava treats
 * the serial tests of a group like those of one file, and would start no other test before the last of them ended.
 */
export class FileOrder {
  #serialTests = Promise.resolve();

  /** Wraps a test so that it waits for the file's earlier serial tests, and later tests wait for it. */
  serial<Args extends unknown[]>(run: Implementation<Args>) {
    const earlier = this.#serialTests;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#serialTests = promise;
    return async (t: ExecutionContext, ...args: Args): Promise<unknown> => {
      // The teardown that was declared first runs last.
      t.teardown(resolve);
      await earlier;
      return run(t, ...args);
    };
  }

  /** Wraps a test so that it waits for all serial tests of the file. */
  concurrent<Args extends unknown[]>(run: Implementation<Args>) {
    return async (t: ExecutionContext, ...args: Args): Promise<unknown> => {
      await this.#serialTests;
      return run(t, ...args);
    };
  }
}
