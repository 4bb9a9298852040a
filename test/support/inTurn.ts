/** How many tests of a group run at once: ava would start all of them together, on every pool and with every timeout. */
const most = 12;

let running = 0;
const waiting: (() => void)[] = [];

/** The same test, which waits for its turn among the tests of its group. */
export const inTurn =
  <Args extends unknown[]>(run: (...args: Args) => unknown) =>
  async (...args: Args): Promise<unknown> => {
    if (running === most) await new Promise<void>(wake => waiting.push(wake));
    else running++;
    try {
      return await run(...args);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
