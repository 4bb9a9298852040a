import test from 'ava';
import type { Page } from 'playwright-core';
import { exampleIds } from '../../src/records/example.ts';
import { site, watched } from './site.ts';

// Enter in a form with rows: people press it to reach the next field, and not to send a half-typed form.

const watch = watched(test);

/** How many invoices and estimates there are. */
async function invoices(): Promise<number> {
  const { rows } = await watch.db.query('select count(*)::int from corkboard.invoices');
  return rows[0].count;
}

/** Opens the form that drafts an invoice, with one line filled in that would be enough. */
async function filledIn(javaScriptEnabled: boolean): Promise<Page> {
  const page = await (await watch.visitor(await watch.owner(), { javaScriptEnabled })).newPage();
  await page.goto(`${site.baseUrl}/projects/${exampleIds.projectId}?tab=invoices`);
  await page.getByText('Draft invoice or estimate').click();
  await page.getByRole('textbox', { name: 'Description' }).first().fill('Design');
  await page.getByRole('textbox', { name: 'Unit price' }).first().fill('119');
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

test.serial(
  'without scripts Enter in a line saves nothing and shows the form again as it was typed',
  async t => {
    t.timeout(300_000);
    const before = await invoices();
    const page = await filledIn(false);
    const first = (name: string) => page.locator('.row').first().getByRole('textbox', { name });
    for (const field of [
      first('Description'),
      first('Unit price'),
      page.getByLabel('Discount'),
      page.getByLabel('Due date'),
    ]) {
      const shownAgain = page.waitForResponse(response => response.request().method() === 'POST');
      await field.press('Enter');
      t.is((await shownAgain).status(), 200);
      t.is(await first('Unit price').inputValue(), '119');
    }
    await growsBy(page, () => page.getByRole('button', { name: 'More lines' }).click());
    t.is(await first('Unit price').inputValue(), '119');
    t.is(await invoices(), before);
    await page.getByRole('button', { name: 'Draft invoice' }).press('Enter');
    await page.getByText('Draft created.').waitFor();
    t.is(await invoices(), before + 1);
  },
);

test.serial(
  'with scripts Enter in a line moves to the next field, and at last to the button for more lines',
  async t => {
    t.timeout(300_000);
    const before = await invoices();
    const page = await filledIn(true);
    await page.getByLabel('Flat amount').focus();
    await page.keyboard.press('Enter');
    t.is(await focused(page), 'Currency (optional)');
    await page.getByRole('textbox', { name: 'Description' }).first().focus();
    const visited: string[] = [];
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Enter');
      visited.push(await focused(page));
    }
    t.deepEqual(visited.slice(0, 4), [
      'Lines 1, Quantity',
      'Lines 1, Unit price',
      'Lines 1, Tax (%)',
      'Lines 2, Description',
    ]);
    t.is(visited.at(-1), 'More lines');
    // Only the button for more lines sends the form, and that drafts nothing.
    await growsBy(page, () => page.keyboard.press('Enter'));
    t.is(await page.getByRole('textbox', { name: 'Unit price' }).first().inputValue(), '119');
    t.is(await invoices(), before);
  },
);
