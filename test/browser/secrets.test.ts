import { setTimeout as pause } from 'node:timers/promises';
import ava from 'ava';
import type { Page } from 'playwright-core';
import { watched } from './site.ts';

// On a slow line people press a button twice, and reload a page that seems to hang. Whatever they do, they see the secret
// that was made for them.

const watch = watched(ava);
const test = ava.serial;

/** How late the answers to forms come, in ms: long enough for a second press and for a reload. */
const lateMs = 1_000;

/** Has the forms of a page answered late. Returns the bodies of those that it sends from then on. */
async function slowed(page: Page): Promise<(string | null)[]> {
  const sent: (string | null)[] = [];
  await page.route('**/*', async route => {
    if (route.request().method() !== 'POST') return route.continue();
    sent.push(route.request().postData());
    const response = await route.fetch();
    await pause(lateMs);
    // A navigation that a second press or a reload replaced takes no answer any more.
    await route.fulfill({ response }).catch(() => {});
  });
  return sent;
}

for (const javaScriptEnabled of [true, false]) {
  const with_ = javaScriptEnabled ? 'with scripts' : 'without scripts';
  test(`a double click and a reload of the answer show one secret, ${with_}`, async t => {
    const page = await watch.open('/settings/keys', await watch.owner(), { javaScriptEnabled });
    const sent = await slowed(page);
    const label = `Slow line, ${with_}`;
    await page.getByLabel('Label').fill(label);
    await page.getByRole('button', { name: 'Create API key', exact: true }).dblclick();
    const secret = page.getByLabel('API key', { exact: true });
    await secret.waitFor();
    const shown = await secret.inputValue();
    t.regex(shown, /^crk_/);
    // Where scripts run, the second click meets a button that is disabled.
    if (javaScriptEnabled) t.is(sent.length, 1);
    const pressed = sent.length;
    await page.reload();
    t.is(sent.length, pressed + 1);
    t.is(sent.at(-1), sent[0]);
    t.is(await secret.inputValue(), shown);
    t.is((await watch.sql('select 1 from corkboard.api_keys where label = $1', label)).length, 1);
  });
}

test('a pressed button works again if the browser restores its page from memory', async t => {
  const page = await watch.open('/settings/keys', await watch.owner());
  const seen = await page.evaluate(async () => {
    const form = document.querySelector<HTMLFormElement>('form[action$="/settings/keys/create"]')!;
    const button = form.querySelector('button')!;
    const states: boolean[] = [];
    // What a press fires, without leaving the page.
    form.dispatchEvent(new Event('submit', { bubbles: true }));
    states.push(button.disabled);
    await new Promise(resolve => setTimeout(resolve, 10));
    states.push(button.disabled);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    states.push(button.disabled);
    return states;
  });
  t.deepEqual(seen, [false, true, false]);
});
