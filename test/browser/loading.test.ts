import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { type BrowserContext, type CDPSession, errors, type Page } from 'playwright-core';
import { site, watched } from './site.ts';

// What a browser has to load before a page is whole; that nothing of it moves then; and how soon something is to be seen,
// which is printed: it is the machine's and the network's. So beside it stands what the same browser takes for next to
// nothing.

const { visitor, owner } = watched(test);
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
  'the first page loads its style, script and font, and later pages load only themselves',
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
    t.deepEqual(counts, [4, 1, 1, 1]);
  },
);

/** A page of one line, and one style sheet: the least that a browser shows. Answers its address. */
async function leastPage(): Promise<{ address: string; close: () => void }> {
  const server = createServer(({ url }, res) => {
    res.setHeader('Content-Type', url === '/style.css' ? 'text/css' : 'text/html');
    res.end(
      url === '/style.css'
        ? 'p { margin: 1rem; }'
        : '<!doctype html><link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css"><p>Here.',
    );
  });
  await once(server.listen(0), 'listening');
  const { port } = server.address() as AddressInfo;
  return { address: `http://localhost:${port}/`, close: () => server.close() };
}

/** Opens an address as a browser that was never there, which then closes. */
async function firstPaint(context: BrowserContext, address: string, isSlow: boolean) {
  const page = await context.newPage();
  // A telephone on a train: a fourth of this machine's pace, 150 ms each way and back, 1.6 Mbit/s.
  if (isSlow) await slowDown(await context.newCDPSession(page), 150, 1.6e6 / 8, 4);
  await page.goto(address, { timeout: openMs });
  const painted = await paint(page);
  await context.close();
  return painted;
}

/** How long opening a page may take, in ms. */
const openMs = 20_000;

/**
 * Opens an address in a new browser that `newContext` returns. A Chromium that is slowed down hangs once in some hundred
 * openings, before it has an answer; then another one opens the page.
 */
async function firstPaintIn(newContext: () => Promise<BrowserContext>, address: string, isSlow: boolean) {
  const opened = firstPaint(await newContext(), address, isSlow);
  if (!isSlow) return opened;
  return opened.catch(async error => {
    if (!(error instanceof errors.TimeoutError)) throw error;
    return firstPaint(await newContext(), address, isSlow);
  });
}

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;

test.serial('pages don’t move while they load, on fast and slow machines and networks', async t => {
  t.timeout(300_000);
  const least = await leastPage();
  t.teardown(least.close);
  const browser = (await visitor()).browser()!;
  const unwatched = () => browser.newContext();
  const visiting = async () => visitor(await owner());
  for (const isSlow of [false, true]) {
    for (const path of paths) {
      const times: number[] = [];
      const leastTimes: number[] = [];
      for (let n = 0; n < site.openings; n++) {
        leastTimes.push((await firstPaintIn(unwatched, least.address, isSlow)).firstMs);
        const { firstMs, moved } = await firstPaintIn(visiting, site.baseUrl + path, isSlow);
        times.push(firstMs);
        t.is(moved, 0);
      }
      t.log(
        `${path}${isSlow ? ', slowed down' : ''}: first contentful paint after ${median(times).toFixed(0)} ms; a page of one line takes ${median(leastTimes).toFixed(0)} ms`,
      );
    }
  }
});

test.serial('a page that arrives slowly after its style sheet doesn’t move', async t => {
  t.timeout(300_000);
  const page = await (await visitor(await owner())).newPage();
  await page.goto(site.baseUrl);
  await slowDown(await page.context().newCDPSession(page), 0, crawling);
  for (const path of paths) {
    await page.goto(site.baseUrl + path);
    t.is((await paint(page)).moved, 0, path);
  }
});
