import ava from 'ava';
import { type CDPSession, errors, type Page } from 'playwright-core';
import { watched } from './site.ts';

// What a browser has to load before a page is whole, and that nothing of it moves then.

const { visitor, open, owner } = watched(ava);
const test = ava.serial;
const paths = ['/', '/projects', '/invoices', '/settings/audit'];

/** The bytes a second of a line on which a page comes in before one's eyes. */
const crawling = 10_000;

/** A line on which each way and back takes so long; the processor may be slower as well. */
async function slowDown(
  devtools: CDPSession,
  latency: number,
  bytesPerSecond: number,
  rate = 1,
): Promise<void> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

/** By how much the page moved after something was first to be seen. */
const moved = (page: Page) =>
  page.evaluate(async () => {
    await new Promise<void>(resolve => {
      new PerformanceObserver(list => {
        if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
      }).observe({ type: 'paint', buffered: true });
    });
    const moves = new PerformanceObserver(() => {});
    moves.observe({ type: 'layout-shift', buffered: true });
    const shifts = moves.takeRecords() as (PerformanceEntry & { value: number })[];
    return shifts.reduce((sum, { value }) => sum + value, 0);
  });

test('the first page loads its style, script and font, and later pages load only themselves', async t => {
  const page = await (await visitor(await owner())).newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const kept = new Set<string>();
  const loaded: string[] = [];
  devtools.on('Network.requestServedFromCache', ({ requestId }) => kept.add(requestId));
  devtools.on('Network.responseReceived', ({ requestId, response: { url, fromDiskCache } }) => {
    // The icon comes when the page is whole, once, and not in every Chromium.
    if (!url.endsWith('.svg') && !fromDiskCache && !kept.has(requestId)) loaded.push(url);
  });
  const counts: number[] = [];
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle' });
    counts.push(loaded.splice(0).length);
  }
  t.deepEqual(counts, [4, 1, 1, 1]);
});

/** Opens an address as a browser that was never there, which then closes. Answers by how much the page moved. */
async function movedAtFirst(address: string, isSlow: boolean): Promise<number> {
  const context = await visitor(await owner());
  const page = await context.newPage();
  // A telephone on a train: a fourth of this machine's pace, 150 ms each way and back, 1.6 Mbit/s.
  if (isSlow) await slowDown(await context.newCDPSession(page), 150, 1.6e6 / 8, 4);
  await page.goto(address, { timeout: 20_000 });
  const by = await moved(page);
  await context.close();
  return by;
}

for (const isSlow of [false, true])
  test(`pages don’t move while they load, on a ${isSlow ? 'slow' : 'fast'} machine`, async t => {
    for (const path of paths) {
      // A Chromium that is slowed down hangs once in some hundred openings, before it has an answer.
      const by = await movedAtFirst(path, isSlow).catch(error => {
        if (!isSlow || !(error instanceof errors.TimeoutError)) throw error;
        return movedAtFirst(path, isSlow);
      });
      t.is(by, 0, path);
    }
  });

test('a page that arrives slowly after its style sheet doesn’t move', async t => {
  const page = await open('/', await owner());
  await slowDown(await page.context().newCDPSession(page), 0, crawling);
  for (const path of paths) {
    await page.goto(path);
    t.is(await moved(page), 0, path);
  }
});
