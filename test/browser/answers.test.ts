import test from 'ava';
import type { Page } from 'playwright-core';
import { exampleIds } from '../../src/records/example.ts';
import { call } from '../support/call.ts';
import { inspect } from './inspect.ts';
import { site, watched } from './site.ts';

// The pages that no link leads to: what comes in answer to a form, where that is not done, or shows something once.

const watch = watched(test);

/** Opens a page of the console, or of a client, or whatever has this address. */
async function opened(address: string, person?: { token: string }): Promise<Page> {
  const page = await (await watch.visitor(person)).newPage();
  await page.goto(new URL(address, site.baseUrl).href);
  return page;
}

/** Presses a button, and answers all that is wrong with the page that comes, which has this status. */
async function pressed(page: Page, button: string, status: number, kind: string): Promise<string[]> {
  const comes = page.waitForResponse(
    answer => answer.request().isNavigationRequest() && answer.status() !== 303,
  );
  await page.getByRole('button', { name: button, exact: true }).click();
  const answer = await comes;
  await page.waitForLoadState();
  const wrong = await inspect(page, answer, kind);
  return answer.status() === status ? wrong : [...wrong, `${kind}: its status is ${answer.status()}`];
}

/** Has an assistant draft the scope of a project. */
const draftScope = (id: string, deliverable: string) =>
  call(site.baseUrl, {
    method: 'POST',
    path: `/projects/${id}/scope`,
    key: site.key,
    body: { deliverables: [deliverable] },
  });

/** A project of this file's own, whose scope is drafted. */
async function drafted(): Promise<string> {
  const body = { clientId: exampleIds.clientId, name: 'Sign above the door' };
  const { body: made } = await call(site.baseUrl, { method: 'POST', path: '/projects', key: site.key, body });
  await draftScope(made.project.id, 'A sign');
  return made.project.id;
}

test.serial('a rejected form shows what was typed and what is wrong', async t => {
  t.timeout(300_000);
  const owner = await watch.owner();
  const clients = await opened('/clients', owner);
  await clients.getByText('Add client').first().click();
  await clients.getByLabel('Name', { exact: true }).fill(' ');
  await clients.getByRole('textbox', { name: 'Company' }).fill('Weir & Sons');
  t.deepEqual(await pressed(clients, 'Add client', 422, '/refused'), []);
  t.is(await clients.getByRole('textbox', { name: 'Company' }).inputValue(), 'Weir & Sons');
  t.is(await clients.evaluate(() => document.activeElement!.className), 'errors', 'it is read first');

  const billing = await opened(`/projects/${exampleIds.projectId}?tab=invoices`, owner);
  await billing.getByText('Draft invoice or estimate').click();
  await billing.getByRole('textbox', { name: 'Unit price' }).first().fill('dear');
  t.deepEqual(await pressed(billing, 'Draft invoice', 422, '/refused/lines'), []);
  t.is(await billing.getByRole('textbox', { name: 'Unit price' }).first().inputValue(), 'dear');

  const signIn = await opened('/sign-in');
  await signIn.getByLabel('Email address').fill('nobody@nowhere');
  t.deepEqual(await pressed(signIn, 'Email me a code', 422, '/refused/sign-in'), []);
  const code = await opened('/sign-in/code');
  await code.getByLabel('Code from the email').fill('22222222');
  t.deepEqual(await pressed(code, 'Sign in', 422, '/refused/code'), []);
});

test.serial('a form about a record that changed meanwhile shows its present state', async t => {
  t.timeout(300_000);
  const id = await drafted();
  const scope = await opened(`/projects/${id}?tab=scope`, await watch.owner());
  const { rows } = await watch.db.query('select share_token from corkboard.scopes where project_id = $1', [
    id,
  ]);
  const client = await opened(`/scope/${rows[0].share_token}`);
  await draftScope(id, 'A larger sign');
  await scope.getByText('Edit scope').click();
  await scope.getByLabel('Timeline').fill('By May');
  t.deepEqual(await pressed(scope, 'Draft scope', 409, '/stale'), []);
  t.is(await scope.getByLabel('Timeline').inputValue(), 'By May');
  await client.getByLabel('Your name').fill('Ada Marsh');
  t.deepEqual(await pressed(client, 'Approve scope', 409, '/scope/stale'), []);
  await client.getByLabel('Your name').fill(' ');
  t.deepEqual(await pressed(client, 'Approve scope', 422, '/scope/refused'), []);
});

test.serial('a secret is shown once', async t => {
  t.timeout(300_000);
  const keys = await opened('/settings/keys', await watch.owner());
  await keys.getByLabel('Label').fill('Shown once');
  t.deepEqual(await pressed(keys, 'Create API key', 200, '/secret'), []);
  t.regex(await keys.getByLabel('API key').inputValue(), /^crk_/);
});

test.serial('a sign-in link shows a button, and later that it was used', async t => {
  t.timeout(300_000);
  const page = await (await watch.visitor()).newPage();
  const address = await watch.signInLink();
  t.deepEqual(await inspect(page, (await page.goto(address))!, '/sign-in/link'), []);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  t.deepEqual(await inspect(page, (await page.goto(address))!, '/sign-in/used'), []);
});

test.serial('what was typed stays if the session or the recent code expired meanwhile', async t => {
  t.timeout(300_000);
  const owner = await watch.owner();
  const keys = await opened('/settings/keys', owner);
  await keys.getByLabel('Label').fill('Too late');
  await watch.db.query(
    `update corkboard.sessions set confirmed_at = confirmed_at - interval '1 hour' where token_hash = $1`,
    [owner.tokenHash],
  );
  t.deepEqual(await pressed(keys, 'Create API key', 422, '/unconfirmed'), []);
  t.is(await keys.getByLabel('Label').inputValue(), 'Too late');
  const confirming = await opened('/sign-in/confirm?next=/settings/keys', owner);
  t.deepEqual(await inspect(confirming, (await confirming.reload())!, '/sign-in/confirm/keys'), []);

  const notes = await opened(`/projects/${exampleIds.projectId}?tab=notes`, owner);
  await notes.getByText('Add note').first().click();
  await notes.getByRole('textbox', { name: 'Note' }).fill('Long and thoughtful.');
  await watch.db.query('delete from corkboard.sessions where token_hash = $1', [owner.tokenHash]);
  t.deepEqual(await pressed(notes, 'Add note', 422, '/signed-out'), []);
  t.is(await notes.getByRole('textbox', { name: 'Note' }).inputValue(), 'Long and thoughtful.');
});
