import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ava from 'ava';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { site, watched } from './site.ts';

// The pictures in docs/design-system.md and the README's picture of the home page. They show the demo workspace as it
// begins, so this file runs before the others (run.ts) and only opens pages. `npm run browser -- --pictures` retakes
// them.

const watch = watched(ava);
const test = ava.serial;
const folder = join(import.meta.dirname, '../../docs/design-system');

/**
 * The share of a picture's pixels that may look different. Anti-aliasing, which differs between machines, doesn't
 * count.
 */
const tolerance = 0.01;

/** Each page, and how it is reached from its list. */
const pages: [name: string, open: (page: Page) => Promise<unknown>][] = [
  ['home', page => page.goto('/')],
  ['invoices', page => page.goto('/invoices')],
  ['invoice', page => openInvoice(page, 'INV-0003')],
  ['editor', page => openInvoice(page, 'INV-0004').then(() => page.getByText('Edit draft').first().click())],
];
const sizes = [
  [1280, 900],
  [375, 812],
] as const;

async function openInvoice(page: Page, number: string): Promise<void> {
  await page.goto('/invoices');
  await page.getByRole('link', { name: number }).click();
  await page.waitForURL('/invoices/*');
}

/** Dates and times depend on the day of the run, so the page shows the same ones in every picture. */
const freezeTimes = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      text.nodeValue = text
        .nodeValue!.replaceAll(/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}\b/g, 'Oct 30')
        .replaceAll(
          /\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}\b/g,
          'October 30',
        )
        .replaceAll(/\b\d{1,2}:\d\d(?::\d\d)?\s[AP]M\b/g, '9:41 AM')
        .replaceAll(/\b(?:Today|Yesterday) 9:41 AM\b/g, 'Oct 30')
        .replaceAll(/, 20\d\d\b/g, ', 2026')
        .replaceAll(/\bWithin \d days\b/g, 'Within 6 days');
    for (const input of document.querySelectorAll<HTMLInputElement>('input[type="date"]'))
      if (input.value !== '') input.value = '2026-10-30';
  });

/** The part of the pixels that look different; 1 if the pictures differ in size. */
function difference(before: Buffer, now: Buffer): number {
  const [one, other] = [PNG.sync.read(before), PNG.sync.read(now)];
  const { width, height } = one;
  if (other.width !== width || other.height !== height) return 1;
  return pixelmatch(one.data, other.data, undefined, width, height) / (width * height);
}

/** The share of a page's picture that looks different from the file; 0 if the picture was retaken. */
async function takePicture(page: Page, path: string): Promise<number> {
  await page.evaluate(() => document.fonts.ready);
  await freezeTimes(page);
  const now = await page.screenshot({ animations: 'disabled' });
  const differs = existsSync(path) ? difference(await readFile(path), now) : 1;
  if (!site.takesPictures) return differs;
  // A picture that looks the same stays as it is.
  if (differs > 0) await writeFile(path, now);
  return 0;
}

for (const [name, open] of pages)
  for (const [width, height] of sizes)
    for (const colorScheme of ['light', 'dark'] as const)
      test(`the picture of ${name} at ${width} px, ${colorScheme}, shows the page as it is`, async t => {
        const file = `${name}-${width}-${colorScheme}.png`;
        const context = await watch.visitor(await watch.owner(), {
          viewport: { width, height },
          colorScheme,
        });
        const page = await context.newPage();
        await open(page);
        const differs = await takePicture(page, join(folder, file));
        await context.close();
        t.true(
          differs <= tolerance,
          `${(differs * 100).toFixed(1)} % of docs/design-system/${file} look different: take the pictures again with npm run browser -- --pictures, and look at them`,
        );
      });
