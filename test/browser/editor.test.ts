import ava from 'ava';
import type { Page } from 'playwright-core';
import { exampleIds } from '../../src/records/example.ts';
import { opensNext, watched } from './site.ts';

// The forms that scripts help with. The editor of an invoice: its totals and preview follow what is typed, with and without scripts; and Enter in a form
// with rows, which people press to reach the next field, and not to send a half-typed form.

const watch = watched(ava);
const test = ava.serial;

async function atEditor(javaScriptEnabled: boolean): Promise<Page> {
  const billing = `/projects/${exampleIds.projectId}?tab=invoices`;
  const page = await watch.open(billing, await watch.owner(), { javaScriptEnabled });
  await opensNext(page, () => page.getByRole('link', { name: 'New invoice' }).click());
  return page;
}

const field = (page: Page, row: number, name: string) =>
  page.locator('.row').nth(row).getByRole('textbox', { name });
const totals = (page: Page) => page.locator('[data-calculated="totals"]');
const preview = (page: Page) => page.locator('[data-calculated="preview"]');

test('with scripts the totals and the preview follow what is typed, and the page stays', async t => {
  const page = await atEditor(true);
  const url = page.url();
  t.false(await page.getByRole('button', { name: 'Recalculate' }).isVisible());
  await page.getByLabel('Tax rate (%)').fill('20');
  await field(page, 0, 'Description').fill('Design');
  await field(page, 0, 'Unit price').fill('100');
  await totals(page).getByText('€120.00').waitFor();
  await field(page, 0, 'Quantity').fill('2');
  await totals(page).getByText('€240.00').waitFor();
  await preview(page).getByText('Design').waitFor();
  t.is(page.url(), url);
  t.is(await field(page, 0, 'Quantity').inputValue(), '2');
});

test('without scripts Recalculate shows the totals, and lines move and go by their buttons', async t => {
  const page = await atEditor(false);
  await page.getByLabel('Tax rate (%)').fill('0');
  await field(page, 0, 'Description').fill('Design');
  await field(page, 0, 'Unit price').fill('100');
  await field(page, 1, 'Description').fill('Books');
  await field(page, 1, 'Unit price').fill('50');
  await page.getByRole('button', { name: 'Recalculate' }).click();
  await totals(page).getByText('€150.00').waitFor();
  await opensNext(page, () => page.getByRole('button', { name: 'Move up: Line 2' }).click());
  t.is(await field(page, 0, 'Description').inputValue(), 'Books');
  await page.getByRole('button', { name: 'Remove: Line 1' }).click();
  await totals(page).getByText('€100.00').waitFor();
  t.is(await field(page, 0, 'Description').inputValue(), 'Design');
});

/** How many invoices and estimates there are. */
const invoices = async () => (await watch.sql('select 1 from corkboard.invoices')).length;

/** Opens the editor, with one line filled in that would be enough. */
async function filledIn(javaScriptEnabled: boolean): Promise<Page> {
  const page = await atEditor(javaScriptEnabled);
  await field(page, 0, 'Description').fill('Design');
  await field(page, 0, 'Unit price').fill('119');
  return page;
}

/** Does what sends the form for more lines, and waits until they are there. */
async function growsBy(page: Page, pressing: () => Promise<void>): Promise<void> {
  const rows = await page.locator('.row').count();
  await pressing();
  await page.locator('.row').nth(rows).waitFor();
}

/** What has the focus: its label, and the row that it is in. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement;
    const row = element.closest('.row')?.getAttribute('aria-label');
    return `${row ? `${row}, ` : ''}${(element.labels?.[0] ?? element).textContent.trim()}`;
  });

test('without scripts Enter in a line saves nothing and shows the form again as it was typed', async t => {
  const before = await invoices();
  const page = await filledIn(false);
  const price = field(page, 0, 'Unit price');
  const others = ['Discount', 'Due date'].map(label => page.getByLabel(label));
  for (const typing of [field(page, 0, 'Description'), price, ...others]) {
    const shownAgain = page.waitForResponse(response => response.request().method() === 'POST');
    await typing.press('Enter');
    t.is((await shownAgain).status(), 200);
    t.is(await price.inputValue(), '119');
  }
  await growsBy(page, () => page.getByRole('button', { name: 'More lines' }).click());
  t.is(await price.inputValue(), '119');
  t.is(await invoices(), before);
  await page.getByRole('button', { name: 'Draft invoice' }).press('Enter');
  await page.getByText('Draft created.').waitFor();
  t.is(await invoices(), before + 1);
});

test('with scripts Enter in a line moves to the next field, and at last to the button for more lines', async t => {
  const before = await invoices();
  const page = await filledIn(true);
  await page.getByLabel('Flat amount').focus();
  await page.keyboard.press('Enter');
  t.is(await focused(page), 'Currency');
  await field(page, 0, 'Description').focus();
  const visited: string[] = [];
  for (let presses = 0; presses < 15; presses++) {
    await page.keyboard.press('Enter');
    visited.push(await focused(page));
  }
  t.deepEqual(visited.slice(0, 5), [
    'Line 1, Quantity',
    'Line 1, Unit',
    'Line 1, Unit price',
    'Line 1, Tax (%)',
    'Line 2, Description',
  ]);
  t.is(visited.at(-1), 'More lines');
  // Only the button for more lines sends the form, with its name and value although it is disabled then.
  await growsBy(page, () => page.keyboard.press('Enter'));
  t.is(await field(page, 0, 'Unit price').inputValue(), '119');
  t.is(await invoices(), before);
});

test('with scripts a cell of the week is saved as it is left, and one that can’t be keeps what was typed', async t => {
  const page = await watch.open('/time?week=2026-01-05', await watch.owner());
  await page.getByLabel('Project', { exact: true }).selectOption({ index: 0 });
  await opensNext(page, () => page.getByRole('button', { name: 'Add row' }).click());
  const cell = (day: string) => page.getByRole('textbox', { name: day });
  const status = page.locator('form.week').getByRole('status');
  await cell('Mon 5').fill('1h30');
  await page.keyboard.press('Enter');
  await status.getByText('Saved.').waitFor();
  t.is(await cell('Mon 5').inputValue(), '1:30');
  await page.getByText('1 h 30 min (100%)').waitFor();
  await cell('Tue 6').fill('soon');
  await cell('Wed 7').fill('2 min');
  await page.getByText('Tuesday must be a duration').waitFor();
  await cell('Mon 5').fill('');
  await page.getByText('1 h 32 min (100%)').waitFor();
  await page.route('**/time/save*', route => route.abort());
  await cell('Wed 7').focus();
  await page.getByText('the server can’t be reached').waitFor();
  t.deepEqual(await Promise.all([cell('Mon 5').inputValue(), cell('Tue 6').inputValue()]), ['', 'soon']);
  await page.unroute('**/time/save*');
  await cell('Tue 6').fill('0:20');
  // The cell is saved, and its error goes, while the button below is held down.
  const isAnswered = page.waitForEvent('requestfinished', request => request.redirectedFrom() !== null);
  await page.getByRole('button', { name: 'Save week' }).hover();
  await page.mouse.down();
  await isAnswered;
  await page.mouse.up();
  await page.waitForURL(/done=time/);
  const logged = await watch.sql(
    `select minutes from corkboard.time_entries where date between '2026-01-05' and '2026-01-11' order by date`,
  );
  t.deepEqual(
    logged.map(({ minutes }) => minutes),
    [20, 2],
  );
});
