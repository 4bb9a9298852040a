import { setImmediate } from 'node:timers/promises';
import test from 'ava';

/**
 * How many tests of a group run at once. ava would start all of them, which would exhaust the pools and miss timeouts.
 */
const most = 3;

let running = 0;
const waiting: (() => void)[] = [];

/** For a test's title, what it waits for before its turn, and what to call when it ends. */
const orders = new Map<string, { earlier: () => Promise<void>; end: () => void }>();

/** The order of the test that a hook runs for. ava puts the hook's own title before the test's. */
const orderOf = (title: string) => orders.get(title.slice('turn for '.length));

// Hooks, because ava measures how long a test takes without them.
test.beforeEach('turn', async t => {
  await orderOf(t.title)?.earlier();
  if (running === most) await new Promise<void>(wake => waiting.push(wake));
  else running++;
});

test.afterEach.always('turn', async t => {
  // Hundreds of tests that await nothing would otherwise keep answers from all others until their timeouts.
  await setImmediate();
  orderOf(t.title)?.end();
  const next = waiting.shift();
  if (next) next();
  else running--;
});

/**
 * The order of a file's tests: first its serial tests, one after the other, then the others concurrently. ava treats
 * the serial tests of a group like those of one file, and would start no other test before the last of them ended.
 */
export class FileOrder {
  #serialTests = Promise.resolve();

  /** The test with this title waits for the file's earlier serial tests, and later tests wait for it. */
  serial(title: string): void {
    const earlier = this.#serialTests;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#serialTests = promise;
    orders.set(title, { earlier: () => earlier, end: resolve });
  }

  /** The test with this title waits for all serial tests of the file. */
  concurrent(title: string): void {
    orders.set(title, { earlier: () => this.#serialTests, end: () => {} });
  }
}
