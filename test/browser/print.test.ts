import ava from 'ava';
import type { Page } from 'playwright-core';
import { watched } from './site.ts';

const watch = watched(ava);
const test = ava.serial;

/** How many pages a PDF has: each has one such mark. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length;

/** Whether what is printed has something of this kind on it. */
const prints = (page: Page, selector: string) => page.locator(`:is(${selector}):visible`).count();

for (const [who, lines, pages] of [
  ['the sender', 20, 1],
  ['its client', 50, 2],
] as const)
  test(`an invoice of ${lines} lines printed by ${who} fits on ${pages} of A4`, async t => {
    const { id, token } = await watch.sentInvoice(lines);
    const page =
      who === 'the sender'
        ? await watch.open(`/invoices/${id}`, await watch.owner())
        : await watch.open(`/invoice/${token}`);
    t.is(pagesOf(await page.pdf({ preferCSSPageSize: true, printBackground: false })), pages);
    // The heading of the table comes again on every page, and only the paper is printed.
    await page.emulateMedia({ media: 'print' });
    const head = page.locator('thead').first();
    t.is(await head.evaluate(element => getComputedStyle(element).display), 'table-header-group');
    t.is(await prints(page, 'nav, form, button, aside'), 0);
    t.is(await prints(page, 'article'), 1);
  });

test('a sender in the United States prints on Letter', async t => {
  const { token, id } = await watch.sentInvoice(10);
  await watch.sql(
    `update corkboard.invoices
        set party_snapshot = jsonb_set(party_snapshot::jsonb, '{from,country}', '"US"')::json where id = $1`,
    id,
  );
  const page = await watch.open(`/invoice/${token}`);
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: false });
  t.deepEqual(pdf.toString('latin1').match(/\/MediaBox \[[^\]]*\]/g), ['/MediaBox [0 0 612 792]']);
});
