import ava from 'ava';
import type { Page } from 'playwright-core';
import { exampleIds } from '../../src/records/example.ts';
import { post, watched } from './site.ts';

const watch = watched(ava);
const test = ava.serial;

/** Drafts an invoice with a number of lines, and sends it. */
async function invoiceOf(lines: number): Promise<{ id: string; token: string }> {
  const lineItems = Array.from({ length: lines }, (_, at) => ({
    description: `Photograph of product ${at + 1}, retouched`,
    quantityHundredths: 150,
    unitPriceCents: 4_800 + at,
  }));
  const fields = { projectId: exampleIds.projectId, lineItems, notes: 'Thank you!', dueDate: '2030-01-31' };
  const drafted = await post('/invoices', fields);
  const [invoice] = await watch.sql(
    `select i.id, i.share_token || corkboard.secret_suffix(i.workspace_id) as token
       from corkboard.invoices i, corkboard.send_invoice(i.workspace_id, i.id) where i.id = $1`,
    drafted.invoice.id,
  );
  return invoice;
}

/** How many pages a PDF has: each has one such mark. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length;

/** Whether what is printed has something of this kind on it. */
const prints = (page: Page, selector: string) => page.locator(`:is(${selector}):visible`).count();

for (const [who, lines, pages] of [
  ['the sender', 20, 1],
  ['its client', 50, 2],
] as const)
  test(`an invoice of ${lines} lines printed by ${who} fits on ${pages} of A4`, async t => {
    const { id, token } = await invoiceOf(lines);
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
  const { token, id } = await invoiceOf(10);
  await watch.sql(
    `update corkboard.invoices
        set party_snapshot = jsonb_set(party_snapshot::jsonb, '{from,country}', '"US"')::json where id = $1`,
    id,
  );
  const page = await watch.open(`/invoice/${token}`);
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: false });
  t.deepEqual(pdf.toString('latin1').match(/\/MediaBox \[[^\]]*\]/g), ['/MediaBox [0 0 612 792]']);
});
