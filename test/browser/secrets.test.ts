import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import type { BrowserContext, Page } from 'playwright-core';
import { subscriber } from '../support/subscriber.ts';
import { demo, site, watched } from './site.ts';

// On a slow line people press a button twice, and reload a page that seems to hang. Whatever they do, they see the secret
// that was made for them.

const watch = watched(test);

/** How late the answers to forms come, in ms: long enough for a second press and for a reload. */
const lateMs = 1_000;

/** A form that makes a secret. */
interface Making {
  page: string;
  button: string;
  /** What the secret is called on the page that shows it. */
  label: string;
  /** Fills in the form, so that its button can be pressed. */
  fill: (page: Page) => Promise<void>;
  /** The records of this kind, as they are stored. */
  stored: () => Promise<unknown[]>;
}

const rows = async (text: string, ...values: unknown[]) => (await watch.db.query(text, values)).rows;

/** An endpoint of this test's own. */
async function endpoint(t: ExecutionContext): Promise<string> {
  const receiver = await subscriber(204);
  t.teardown(receiver.close);
  const [{ id }] = await rows(
    `select (a.endpoint).id from corkboard.add_endpoint((${demo}), $1, 'json', '{client.created}') a`,
    receiver.url,
  );
  t.teardown(() => removed(id));
  return id;
}

/** A workspace has five endpoints at most, and other tests add some. */
const removed = (id: string) =>
  rows(
    'select corkboard.remove_endpoint(workspace_id, id) from corkboard.webhook_endpoints where id = $1',
    id,
  );

const makings: Record<string, (t: ExecutionContext) => Promise<Making>> = {
  'Create API key': async () => {
    const label = `Slow line ${Math.random()}`;
    return {
      page: '/settings/keys',
      button: 'Create API key',
      label: 'API key',
      fill: page => page.getByLabel('Label').fill(label),
      stored: () => rows('select prefix from corkboard.api_keys where label = $1', label),
    };
  },
  'Add endpoint': async t => {
    const receiver = await subscriber(204);
    t.teardown(receiver.close);
    const stored = () =>
      rows('select id, secret from corkboard.webhook_endpoints where url = $1', receiver.url);
    t.teardown(async () => {
      for (const { id } of (await stored()) as { id: string }[]) await removed(id);
    });
    return {
      page: '/settings/webhooks',
      button: 'Add endpoint',
      label: 'Signing secret',
      fill: async page => {
        await page.getByLabel('URL').fill(receiver.url);
        await page.getByLabel('client.created').check();
      },
      stored,
    };
  },
  'Rotate secret': async t => {
    const id = await endpoint(t);
    return {
      page: `/settings/webhooks/${id}`,
      button: 'Rotate secret',
      label: 'Signing secret',
      fill: page => page.locator('summary', { hasText: 'Rotate secret' }).click(),
      stored: () =>
        rows(
          `select record_id from corkboard.audit_log where record_id = $1 and action = 'endpoint.rotated'`,
          id,
        ),
    };
  },
};

/** A page of the owner's whose forms are answered late; `sent` has the bodies of the forms that it sent. */
async function slowly(context: BrowserContext): Promise<{ page: Page; sent: (string | null)[] }> {
  const page = await context.newPage();
  const sent: (string | null)[] = [];
  await page.route('**/*', async route => {
    if (route.request().method() !== 'POST') return route.continue();
    sent.push(route.request().postData());
    const response = await route.fetch();
    await pause(lateMs);
    // A navigation that a second press or a reload replaced takes no answer any more.
    await route.fulfill({ response }).catch(() => {});
  });
  return { page, sent };
}

const secretOn = (page: Page, label: string) => page.getByLabel(label, { exact: true }).inputValue();

for (const [name, make] of Object.entries(makings)) {
  for (const javaScriptEnabled of [true, false]) {
    const with_ = javaScriptEnabled ? 'with scripts' : 'without scripts';
    test.serial(`${name}: a double click and a reload of the answer show one secret, ${with_}`, async t => {
      t.timeout(300_000);
      const making = await make(t);
      const { page, sent } = await slowly(await watch.visitor(await watch.owner(), { javaScriptEnabled }));
      await page.goto(site.baseUrl + making.page);
      const before = (await making.stored()).length;
      await making.fill(page);
      await page.getByRole('button', { name: making.button, exact: true }).dblclick();
      await page.getByLabel(making.label, { exact: true }).waitFor();
      const secret = await secretOn(page, making.label);
      t.regex(secret, /^(crk|whsec)_/);
      // Where scripts run, the second click meets a button that is disabled.
      if (javaScriptEnabled) t.is(sent.length, 1);
      const pressed = sent.length;
      await page.reload();
      t.is(sent.length, pressed + 1);
      t.is(sent.at(-1), sent[0]);
      t.is(await secretOn(page, making.label), secret);
      t.is((await making.stored()).length, before + 1);
    });
  }
}

test.serial('a pressed button works again if the browser restores its page from memory', async t => {
  t.timeout(300_000);
  const page = await (await watch.visitor(await watch.owner())).newPage();
  await page.goto(`${site.baseUrl}/settings/keys`);
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

test.serial('a pressed button’s name and value are sent although it is disabled then', async t => {
  t.timeout(300_000);
  const { page, sent } = await slowly(await watch.visitor(await watch.owner()));
  await page.goto(`${site.baseUrl}/projects`);
  const [{ id }] = await rows('select id from corkboard.projects where trashed_at is null limit 1');
  await page.goto(`${site.baseUrl}/projects/${id}?tab=invoices`);
  await page.getByText('Draft invoice or estimate').click();
  await page.getByRole('button', { name: 'More lines' }).click();
  await page.waitForLoadState();
  t.is(new URLSearchParams(sent[0]!).get('more'), '6');
});
