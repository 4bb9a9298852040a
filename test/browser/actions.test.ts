import test from 'ava';
import { exampleIds } from '../../src/records/example.ts';
import { tabTo } from './keyboard.ts';
import { site, watched } from './site.ts';

// What scripts add for those who have them. That everything is done without them is everyAction.test.ts.

const { visitor, owner } = watched(test);
const project = `${site.baseUrl}/projects/${exampleIds.projectId}`;

test.serial(
  'the keyboard reaches the content past the navigation, and j and k move in a list with scripts',
  async t => {
    t.timeout(300_000);
    const page = await (await visitor(await owner())).newPage();
    await page.goto(site.baseUrl);
    await tabTo(page, 'Skip to the content');
    await page.keyboard.press('Enter');
    t.is(await page.evaluate(() => document.activeElement!.id), 'content');
    await page.goto(`${site.baseUrl}/invoices`);
    // In a list j and k go down and up.
    await tabTo(page, 'INV-0003');
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    t.is(await page.evaluate(() => document.activeElement!.textContent), 'INV-0003');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/invoices\/[\w-]{36}$/);
  },
);

test.serial('what needs scripts is offered only if they run', async t => {
  t.timeout(300_000);
  const address = `${project}?tab=scope`;
  const can = await (await visitor(await owner())).newPage();
  await can.goto(address);
  await can.getByRole('button', { name: 'Copy' }).first().waitFor();
  const cannot = await visitor(await owner());
  // As it is by http from another machine.
  await cannot.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  const without = await visitor(await owner(), { javaScriptEnabled: false });
  for (const context of [cannot, without]) {
    const page = await context.newPage();
    await page.goto(address);
    t.is(await page.getByRole('button', { name: 'Copy' }).count(), 0);
  }
});
