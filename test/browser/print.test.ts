import test from 'ava';
import { exampleIds } from '../../src/records/example.ts';
import { call } from '../support/call.ts';
import { site, watched } from './site.ts';

const { visitor, owner } = watched(test);

/** Drafts an invoice of so many lines, and answers its path. */
async function invoiceOf(lines: number): Promise<string> {
  const lineItems = Array.from({ length: lines }, (_, at) => ({
    description: `Photograph of product ${at + 1}, retouched`,
    quantityHundredths: 150,
    unitPriceCents: 4_800 + at,
  }));
  const body = { projectId: exampleIds.projectId, lineItems, notes: 'Thank you!', dueDate: '2030-01-31' };
  const answer = await call(site.baseUrl, { method: 'POST', path: '/invoices', key: site.key, body });
  return `/invoices/${answer.body.invoice.id}`;
}

/** How many pages a PDF has: each says so of itself, once. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length;

for (const [lines, pages] of [
  [20, 1],
  [50, 2],
] as const) {
  test.serial(`an invoice of ${lines} lines is printed on ${pages} of A4`, async t => {
    t.timeout(300_000);
    const page = await (await visitor(await owner())).newPage();
    await page.goto(site.baseUrl + (await invoiceOf(lines)));
    t.is(pagesOf(await page.pdf({ preferCSSPageSize: true, printBackground: false })), pages);
    // The heading of the table comes again on every page, and only the paper is printed.
    await page.emulateMedia({ media: 'print' });
    t.is(
      await page
        .locator('thead')
        .first()
        .evaluate(head => getComputedStyle(head).display),
      'table-header-group',
    );
    t.false(await page.getByRole('navigation').first().isVisible());
    t.is(await page.locator('form:visible').count(), 0);
  });
}
