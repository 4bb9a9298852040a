import type { ExecutionContext } from 'ava';

/** How many tests of a group run at once: ava would start all of them together, on every pool and with every timeout. */
const most = 12;

let running = 0;
const waiting: (() => void)[] = [];

type Implementation<Args extends unknown[]> = (t: ExecutionContext, ...args: Args) => unknown;

/** The same test, which waits for its turn among the tests of its group. */
export const inTurn =
  <Args extends unknown[]>(run: Implementation<Args>) =>
  async (t: ExecutionContext, ...args: Args): Promise<unknown> => {
    if (running === most) await new Promise<void>(wake => waiting.push(wake));
    else running++;
    try {
      return await run(t, ...args);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };

/**
 * The order of a file's tests: first its serial tests, one after the other, and then the others together. ava would take
 * the serial tests of all files of a group for those of one file, and start nothing else before the last of them ended.
 */
export class FileOrder {
  #serialTests = Promise.resolve();

  /** The same test, which waits for the file's serial tests that were declared before it, and which later tests wait for. */
  serial<Args extends unknown[]>(run: Implementation<Args>) {
    const earlier = this.#serialTests;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#serialTests = promise;
    return async (t: ExecutionContext, ...args: Args): Promise<unknown> => {
      // Of a test's teardowns the first one declared runs last.
      t.teardown(resolve);
      await earlier;
      return run(t, ...args);
    };
  }

  /** The same test, which waits for all serial tests of the file. */
  concurrent<Args extends unknown[]>(run: Implementation<Args>) {
    return async (t: ExecutionContext, ...args: Args): Promise<unknown> => {
      await this.#serialTests;
      return run(t, ...args);
    };
  }
}
