import test from 'ava';
import type { Page } from 'playwright-core';
import { exampleIds } from '../../src/records/example.ts';
import { site, watched } from './site.ts';

// The editor of an invoice: its totals and preview follow what is typed, with and without scripts.

const watch = watched(test);

async function atEditor(javaScriptEnabled: boolean): Promise<Page> {
  const page = await (await watch.visitor(await watch.owner(), { javaScriptEnabled })).newPage();
  await page.goto(`${site.baseUrl}/projects/${exampleIds.projectId}?tab=invoices`);
  await page.getByText('Draft invoice or estimate').click();
  return page;
}

const field = (page: Page, row: number, name: string) =>
  page.locator('.row').nth(row).getByRole('textbox', { name });
const totals = (page: Page) => page.locator('[data-calculated="totals"]');
const preview = (page: Page) => page.locator('[data-calculated="preview"]');

test.serial('with scripts the totals and the preview follow what is typed, and the page stays', async t => {
  const page = await atEditor(true);
  const url = page.url();
  t.false(await page.getByRole('button', { name: 'Recalculate' }).isVisible());
  await page.getByLabel('Tax rate (%)').fill('20');
  await field(page, 0, 'Description').fill('Design');
  await field(page, 0, 'Unit price').fill('100');
  await totals(page).getByText('$120.00').waitFor();
  await field(page, 0, 'Quantity').fill('2');
  await totals(page).getByText('$240.00').waitFor();
  await preview(page).getByText('Design').waitFor();
  t.is(page.url(), url);
  t.is(await field(page, 0, 'Quantity').inputValue(), '2');
});

test.serial(
  'without scripts Recalculate shows the totals, and lines move and go by their buttons',
  async t => {
    const page = await atEditor(false);
    await page.getByLabel('Tax rate (%)').fill('0');
    await field(page, 0, 'Description').fill('Design');
    await field(page, 0, 'Unit price').fill('100');
    await field(page, 1, 'Description').fill('Books');
    await field(page, 1, 'Unit price').fill('50');
    await page.getByRole('button', { name: 'Recalculate' }).click();
    await totals(page).getByText('$150.00').waitFor();
    await page.getByRole('button', { name: 'Move up: Lines 2' }).click();
    await page.waitForLoadState();
    t.is(await field(page, 0, 'Description').inputValue(), 'Books');
    await page.getByRole('button', { name: 'Remove: Lines 1' }).click();
    await totals(page).getByText('$100.00').waitFor();
    t.is(await field(page, 0, 'Description').inputValue(), 'Design');
  },
);
