import test from 'ava';
import type { CDPSession, Page } from 'playwright-core';
import { site, watched } from './site.ts';

// What a browser has to load before a page is whole; and how soon something is to be seen, and how much moves then, which
// are printed: they are the machine's and the network's.

const { visitor, owner } = watched(test);
const paths = ['/', '/projects', '/invoices'];

/** How often a page is opened by a browser that was never here. */
const openings = 3;

/** A telephone on a train: a fourth of this machine's pace, 150 ms each way and back, 1.6 Mbit/s. */
async function slowDown(devtools: CDPSession): Promise<void> {
  const bytesPerSecond = 1.6e6 / 8;
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

/** When something was first to be seen, in ms since the page was asked for, and by how much it moved afterwards. */
const paint = (page: Page) =>
  page.evaluate(async () => {
    const firstMs = await new Promise<number>(resolve => {
      new PerformanceObserver(list => {
        const [first] = list.getEntriesByName('first-contentful-paint');
        if (first) resolve(first.startTime);
      }).observe({ type: 'paint', buffered: true });
    });
    const moves = new PerformanceObserver(() => {});
    moves.observe({ type: 'layout-shift', buffered: true });
    const shifts = moves.takeRecords() as (PerformanceEntry & { value: number })[];
    return { firstMs, moved: shifts.reduce((sum, { value }) => sum + value, 0) };
  });

test.serial(
  'the first page loads its style and its script, and those after it nothing but themselves',
  async t => {
    t.timeout(300_000);
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
      await page.goto(site.baseUrl + path, { waitUntil: 'networkidle' });
      counts.push(loaded.splice(0).length);
    }
    t.deepEqual(counts, [3, 1, 1]);
  },
);

test.serial('pages come by a fast machine and network, and by slow ones', async t => {
  t.timeout(300_000);
  for (const isSlow of [false, true]) {
    for (const path of paths) {
      const times: number[] = [];
      const moves: number[] = [];
      for (let n = 0; n < openings; n++) {
        const context = await visitor(await owner());
        const page = await context.newPage();
        if (isSlow) await slowDown(await context.newCDPSession(page));
        await page.goto(site.baseUrl + path);
        const { firstMs, moved } = await paint(page);
        times.push(firstMs);
        moves.push(moved);
        await context.close();
      }
      const median = times.sort((a, b) => a - b)[Math.floor(openings / 2)]!;
      t.log(
        `${path}${isSlow ? ', slowed down' : ''}: first contentful paint after ${median.toFixed(0)} ms, layout shift at most ${Math.max(...moves).toFixed(3)}`,
      );
    }
  }
  t.pass();
});
