import ava from 'ava';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { exampleIds } from '../../src/records/example.ts';
import { tabTo } from './keyboard.ts';
import { opensNext, watched } from './site.ts';

// What scripts add for those who have them: keys, and the buttons that copy. That everything is done without them is
// everyAction.test.ts.

const { visitor, open, owner, ownerElsewhere, sql } = watched(ava);
const test = ava.serial;

test('the keyboard reaches the content past the navigation, and j and k move in a list with scripts', async t => {
  const page = await open('/', await owner());
  await tabTo(page, 'Skip to the content');
  await page.keyboard.press('Enter');
  t.is(await page.evaluate(() => document.activeElement!.id), 'content');
  await page.goto('/invoices');
  // In a list j and k go down and up.
  await tabTo(page, 'INV-0003');
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  t.is(await page.evaluate(() => document.activeElement!.textContent), 'INV-0003');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/invoices\/[\w-]{36}$/);
});

/** Presses `g` and `c` until clients open: on a machine that stalls, the `c` may come too late to be a second key. */
async function goToClients(page: Page, tries = 5): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.waitForURL('**/clients', { timeout: 10_000 }).catch((error: Error) => {
    if (tries === 1) throw error;
    return goToClients(page, tries - 1);
  });
}

test('g and a letter goes to a place, and / to the search of a list or of everything', async t => {
  const page = await open('/', await owner());
  await page.keyboard.press('/');
  await page.waitForURL('**/search');
  await page.keyboard.type('harbour');
  await opensNext(page, () => page.keyboard.press('Enter'));
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

test('? shows the keys in a dialog, which Escape closes and after which the keys work again', async t => {
  const page = await open('/', await owner());
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Projects').waitFor();
  await page.keyboard.press('Escape');
  t.is(await dialog.count(), 0);
  await page.keyboard.press('Control+g');
  await page.keyboard.press('p');
  await goToClients(page);
  await page.keyboard.press('n');
  await page.waitForURL('**/new');
  t.true(await page.getByRole('searchbox').evaluate(field => field === document.activeElement));
});

test('t opens the timer, which counts up on every page', async t => {
  const person = await ownerElsewhere();
  await sql(
    `insert into corkboard.timers (workspace_id, member_id, project_id, resumed_at)
     select $1, $2, p.id, clock_timestamp()
       from corkboard.create_client(corkboard.current_actor($1), 'Ines Falk', null, null, null) c,
            corkboard.create_project(corkboard.current_actor($1), c.id, 'Sign', 'active', null, null, null, null) p`,
    person.workspaceId,
    person.memberId,
  );
  const page = await (await visitor(person)).newPage();
  await page.clock.install();
  await page.goto('/');
  const clock = page.locator('.rail').getByRole('link', { name: 'Sign' });
  t.regex(await clock.innerText(), /0:0\d:\d\d$/);
  await page.clock.fastForward('01:00:00');
  t.regex(await clock.innerText(), /1:0\d:\d\d$/);
  await page.keyboard.press('t');
  await page.waitForURL('**/timer');
  await page.clock.fastForward('20:00:00');
  t.regex(await page.title(), /^16:00:00 · Timer/);
});

test('what needs scripts is offered only if they run', async t => {
  const copying = async (options: BrowserContextOptions, setUp = () => {}) => {
    const context = await visitor(await owner(), options);
    await context.addInitScript(setUp);
    const page = await context.newPage();
    await page.goto(`/projects/${exampleIds.projectId}?tab=scope`);
    return page.getByRole('button', { name: 'Copy' });
  };
  await (await copying({})).first().waitFor();
  t.is(await (await copying({ javaScriptEnabled: false })).count(), 0);
  // As it is by http from another machine.
  const noClipboard = () => Object.defineProperty(navigator, 'clipboard', { value: undefined });
  t.is(await (await copying({}, noClipboard)).count(), 0);
});
