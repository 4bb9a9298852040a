import ava from 'ava';
import type { Page } from 'playwright-core';
import { exampleIds } from '../../src/records/example.ts';
import { signIn } from '../support/session.ts';
import { shareLinks } from '../support/shareLinks.ts';
import { inspect } from './inspect.ts';
import { opensNext, post, watched } from './site.ts';

// The pages that no link leads to: what comes in answer to a form, where that is not done, or shows something once.

const watch = watched(ava);
const test = ava.serial;

/** Presses a button, and answers all that is wrong with the page that comes, which has this status. */
async function pressed(page: Page, button: string, status: number, kind: string): Promise<string[]> {
  const comes = page.waitForResponse(
    answer => answer.request().isNavigationRequest() && answer.status() !== 303,
  );
  await opensNext(page, () => page.getByRole('button', { name: button, exact: true }).click());
  const answer = await comes;
  const wrong = await inspect(page, answer, kind);
  return answer.status() === status ? wrong : [...wrong, `${kind}: its status is ${answer.status()}`];
}

/** Has an assistant draft the scope of a project. */
const draftScope = (id: string, deliverable: string) =>
  post(`/projects/${id}/scope`, { deliverables: [deliverable] });

/** A project of this file's own, whose scope is drafted. */
async function drafted(): Promise<string> {
  const { project } = await post('/projects', { clientId: exampleIds.clientId, name: 'Sign' });
  await draftScope(project.id, 'A sign');
  return project.id;
}

test('a rejected form shows what was typed and what is wrong', async t => {
  const owner = await watch.owner();
  const clients = await watch.open('/clients/new', owner);
  await clients.locator('#clients-add-name').fill(' ');
  await clients.getByRole('textbox', { name: 'Company' }).fill('Weir & Sons');
  t.deepEqual(await pressed(clients, 'Add client', 422, '/refused'), []);
  t.is(await clients.getByRole('textbox', { name: 'Company' }).inputValue(), 'Weir & Sons');
  t.is(await clients.evaluate(() => document.activeElement!.className), 'errors', 'it is read first');

  const billing = await watch.open(`/projects/${exampleIds.projectId}?tab=invoices`, owner);
  await billing.getByRole('link', { name: 'New invoice' }).click();
  await billing.getByRole('textbox', { name: 'Unit price' }).first().fill('dear');
  t.deepEqual(await pressed(billing, 'Draft invoice', 422, '/refused/lines'), []);
  t.is(await billing.getByRole('textbox', { name: 'Unit price' }).first().inputValue(), 'dear');

  const asking = await watch.open('/sign-in');
  await asking.getByLabel('Email address').fill('nobody@nowhere');
  t.deepEqual(await pressed(asking, 'Email me a code', 422, '/refused/sign-in'), []);
  const code = await watch.open('/sign-in/code');
  await code.getByLabel('Code from the email').fill('22222222');
  t.deepEqual(await pressed(code, 'Sign in', 422, '/refused/code'), []);
});

test('a form about a record that changed meanwhile shows its present state', async t => {
  const id = await drafted();
  const scope = await watch.open(`/projects/${id}?tab=scope`, await watch.owner());
  const client = await watch.open((await shareLinks(watch, id)).scope);
  await draftScope(id, 'A larger sign');
  await scope.getByText('Edit scope').click();
  await scope.getByLabel('Timeline').fill('By May');
  t.deepEqual(await pressed(scope, 'Draft scope', 409, '/stale'), []);
  t.is(await scope.getByLabel('Timeline').inputValue(), 'By May');
  await client.locator('#approve-by').fill('Ada Marsh');
  t.deepEqual(await pressed(client, 'Approve scope', 409, '/scope/stale'), []);
  await client.locator('#approve-by').fill(' ');
  t.deepEqual(await pressed(client, 'Approve scope', 422, '/scope/refused'), []);
});

test('a secret is shown once', async t => {
  const keys = await watch.open('/settings/keys', await watch.owner());
  await keys.getByLabel('Label').fill('Shown once');
  t.deepEqual(await pressed(keys, 'Create API key', 200, '/secret'), []);
  t.regex(await keys.getByLabel('API key').inputValue(), /^crk_/);
});

test('a sign-in link shows a button, and later that it was used', async t => {
  const address = await watch.signInLink();
  const page = await watch.open(address);
  t.deepEqual(await inspect(page, (await page.reload())!, '/sign-in/link'), []);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  t.deepEqual(await inspect(page, (await page.goto(address))!, '/sign-in/used'), []);
});

test('what was typed stays if the session or the recent code expired meanwhile', async t => {
  const owner = await watch.owner();
  const keys = await watch.open('/settings/keys', owner);
  await keys.getByLabel('Label').fill('Too late');
  await watch.sql(
    `update corkboard.sessions set confirmed_at = confirmed_at - interval '1 hour' where token_hash = $1`,
    owner.tokenHash,
  );
  t.deepEqual(await pressed(keys, 'Create API key', 422, '/unconfirmed'), []);
  t.is(await keys.getByLabel('Label').inputValue(), 'Too late');
  const confirming = await watch.open('/sign-in/confirm?next=/settings/keys', owner);
  t.deepEqual(await inspect(confirming, (await confirming.reload())!, '/sign-in/confirm/keys'), []);

  const notes = await watch.open(`/projects/${exampleIds.projectId}?tab=notes`, owner);
  await notes.getByText('Add note').first().click();
  await notes.getByRole('textbox', { name: 'Note' }).fill('Long and thoughtful.');
  await watch.sql('delete from corkboard.sessions where token_hash = $1', owner.tokenHash);
  t.deepEqual(await pressed(notes, 'Add note', 422, '/signed-out'), []);
  t.is(await notes.getByRole('textbox', { name: 'Note' }).inputValue(), 'Long and thoughtful.');
});

test('the pages for a pending code and for an offer of ownership look right', async t => {
  const owner = await watch.ownerElsewhere();
  const member = await signIn(watch, owner.workspaceId, { email: 'maximiliane.oberhuber@larkspur.example' });
  await watch.sql('select corkboard.offer_ownership($1, $2)', owner.workspaceId, member.email);
  const wrong: string[] = [];
  const see = async (person: typeof owner, kind: string, address: string) => {
    const page = await watch.open(address, person);
    wrong.push(...(await inspect(page, (await page.reload())!, kind)));
    return page;
  };
  await see(owner, '/offered', '/settings/members');
  await see(member, '/offer-waits', '/');
  const page = await see(member, '/offer', '/settings/members');
  await page.getByRole('link', { name: 'Change email address' }).click();
  await page.getByLabel('New email address').fill('m.oberhuber@larkspur.example');
  await page.getByRole('button', { name: 'Change email address' }).click();
  await page.getByLabel('Code from the email').fill('WRONG');
  wrong.push(...(await pressed(page, 'Confirm new address', 422, '/wrong-code')));
  await watch.sql('select corkboard.remove_member($1, $2)', owner.workspaceId, member.memberId);
  await see(owner, '/nothing-offered', '/settings/members');
  t.deepEqual(wrong, []);
});
