import test from 'ava';
import { exampleIds } from '../../src/records/example.ts';
import { site, tabTo, watched } from './site.ts';

// What people do, in the ways in which they may have to do it.

const { visitor, owner } = watched(test);
const project = `${site.baseUrl}/projects/${exampleIds.projectId}`;

test.serial('without scripts: forms, refusals, what is asked once more', async t => {
  t.timeout(300_000);
  const page = await (await visitor(await owner(), { javaScriptEnabled: false })).newPage();
  const main = page.locator('main');
  await page.goto(`${site.baseUrl}/clients`);
  await page.getByText('Add a client').click();
  // A browser takes a blank for a name.
  await page.getByLabel('Name', { exact: true }).fill(' ');
  await page.getByRole('textbox', { name: 'Company' }).fill('Weir & Sons');
  await page.getByRole('button', { name: 'Add client' }).click();
  t.regex(await page.getByRole('alert').innerText(), /Nothing was done[\s\S]*Name/);
  t.is(await page.getByRole('textbox', { name: 'Company' }).inputValue(), 'Weir & Sons');
  await page.getByLabel('Name', { exact: true }).fill('Tom Weir');
  await page.getByRole('button', { name: 'Add client' }).click();
  t.regex(await page.getByRole('status').innerText(), /The client was added/);

  await page.goto(`${project}?tab=time`);
  await page.getByText('Add an entry').click();
  await page.getByLabel('Minutes').fill('35');
  await page.getByRole('button', { name: 'Log time' }).click();
  t.regex(await page.getByRole('status').innerText(), /The time was logged/);

  await page.goto(`${site.baseUrl}/invoices?kind=estimate`);
  await page.getByRole('link', { name: 'EST-0001' }).click();
  await page.getByRole('button', { name: 'Send' }).click();
  t.regex(await page.getByRole('status').innerText(), /Nobody was mailed/);
  t.is(await page.getByRole('button', { name: 'Copy' }).count(), 0, 'that takes a script');
  await main.locator('summary', { hasText: 'Void' }).click();
  t.regex(await main.innerText(), /for good/);
  await page.getByRole('button', { name: 'Void' }).click();
  t.regex(await page.getByRole('status').innerText(), /void/);
  t.is(await main.locator('summary', { hasText: 'Void' }).count(), 0);
});

test.serial('by keyboard alone: past the navigation, to a form, and to what it answers', async t => {
  t.timeout(300_000);
  const page = await (await visitor(await owner())).newPage();
  await page.goto(site.baseUrl);
  await tabTo(page, 'Skip to the content');
  await page.keyboard.press('Enter');
  t.is(await page.evaluate(() => document.activeElement!.id), 'content');
  await page.goto(`${project}?tab=notes`);
  await tabTo(page, 'Write a note');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Note');
  await page.keyboard.type('Written without a mouse.');
  await tabTo(page, 'Add note');
  await page.keyboard.press('Enter');
  await page.getByRole('status').waitFor();
  t.regex(await page.locator('main').innerText(), /Written without a mouse\./);

  await page.goto(`${site.baseUrl}/invoices`);
  // In a list j and k go down and up.
  await tabTo(page, 'INV-0003');
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  t.is(await page.evaluate(() => document.activeElement!.textContent), 'INV-0003');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/invoices\/[\w-]{36}$/);
  await tabTo(page, 'Mark as paid');
  await page.keyboard.press('Enter');
  await page.locator('details[open]').waitFor();
  await tabTo(page, 'Mark as paid');
  await page.keyboard.press('Enter');
  t.regex(await page.getByRole('status').innerText(), /paid/);
});

test.serial('what only scripts do is offered where they can do it', async t => {
  t.timeout(300_000);
  const address = `${project}?tab=scope`;
  const can = await (await visitor(await owner())).newPage();
  await can.goto(address);
  await can.getByRole('button', { name: 'Copy' }).first().waitFor();
  const cannot = await visitor(await owner());
  // As it is by http from another machine.
  await cannot.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  const page = await cannot.newPage();
  await page.goto(address);
  t.is(await page.getByRole('button', { name: 'Copy' }).count(), 0);
});
