import test from 'ava';
import { site, watched } from './site.ts';

// The console's keys: /, g and a letter, and ?.

const watch = watched(test);

async function atHome() {
  const page = await (await watch.visitor(await watch.owner())).newPage();
  await page.goto(`${site.baseUrl}/`);
  return page;
}

test.serial('g and a letter goes to a place, and / to the search of a list or of everything', async t => {
  const page = await atHome();
  await page.keyboard.press('/');
  await page.waitForURL('**/search');
  await page.keyboard.type('harbour');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Invoices' }).waitFor();
  await page.locator('h1').click();
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.waitForURL('**/invoices');
  await page.keyboard.press('/');
  t.true(await page.getByRole('searchbox').evaluate(field => field === document.activeElement));
  // While a person types, the keys are text.
  await page.keyboard.type('g c?/');
  t.is(await page.getByRole('searchbox').inputValue(), 'g c?/');
  t.true(page.url().endsWith('/invoices'));
});

test.serial(
  '? shows the keys in a dialog, which Escape closes and after which the keys work again',
  async t => {
    const page = await atHome();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Projects').waitFor();
    await page.keyboard.press('Escape');
    t.is(await dialog.count(), 0);
    await page.keyboard.press('Control+g');
    await page.keyboard.press('p');
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.waitForURL('**/clients');
    await page.keyboard.press('n');
    await page.waitForURL('**/new');
  },
);
