import test from 'ava';
import { sql } from 'slonik';
import { actionNamed } from '../../src/actions/catalogue.ts';
import { form } from '../../src/console/forms/form.ts';
import { html } from '../../src/console/html/html.ts';
import { byAction } from '../../src/console/posts/byAction.ts';
import { page } from '../../src/console/routing/page.ts';
import { workspaceId } from '../../src/operations/define.ts';
import { asUuid } from '../../src/vocabulary/id.ts';
import { Browser } from '../support/browser.ts';
import { consoleWith, type Shell } from '../support/console.ts';
import { signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

// Actions of the catalogue as forms, on test pages. The results apply to every page that offers actions.

const w = world(test);

const setClient = byAction(actionNamed('client.set'), { path: '/people/:id/set' });
const person = page<{ client: { name: string } }>({
  path: '/people/:id',
  reads: ({ params }) => ({
    client: sql.fragment`
      select c.name, c.company, c.notes from corkboard.clients c where c.workspace_id = ${workspaceId} and c.id = ${asUuid(params.id!)}`,
  }),
  view: ({ client }, visit) => ({
    title: client.name,
    body: html`${form(visit, setClient, { values: client })}`,
  }),
  posts: [setClient],
});

const approve = byAction(actionNamed('scope.approve'), { path: '/work/:id/approve' });
const work = page<{ scope: { version: number } }>({
  path: '/work/:id',
  reads: ({ params }) => ({
    scope: sql.fragment`
      select s.version from corkboard.scopes s
      where s.workspace_id = ${workspaceId} and s.project_id = ${asUuid(params.id!)}`,
  }),
  view: (rows, visit) => ({ title: 'Work', body: html`${form(visit, approve, { values: rows.scope })}` }),
  posts: [approve],
});

const addEndpoint = byAction(actionNamed('endpoint.add'), {
  path: '/receivers/add',
  resultView: ({ endpoint, secret }) => ({
    title: 'Added',
    body: html`<code>${secret as string}</code><a href="${endpoint.url as string}">there</a>`,
  }),
});
const receivers = page({
  path: '/receivers',
  view: (_, visit) => ({ title: 'Receivers', body: html`${form(visit, addEndpoint)}` }),
  posts: [addEndpoint],
});

let shell: Shell;
test.before(async () => {
  shell = await consoleWith(w, [person, work, receivers], { WEBHOOK_ALLOW_PRIVATE: 'true' });
});
w.atEnd(() => shell?.stop());

async function owner() {
  const studio = await w.workspace();
  return { studio, browser: new Browser(shell.baseUrl, await signIn(w, studio.id)) };
}

test('a field that is emptied in a form is cleared, and unknown fields are ignored', async t => {
  const { studio, browser } = await owner();
  const { id } = await studio.client({ company: 'Harbour Ltd', notes: 'Call first.' });
  const at = `/people/${id}`;
  const done = await browser.press(await browser.get(at), 'Save changes', {
    company: ' ',
    address: '1 Quay',
  });
  t.is(done.location, `${at}?done=client.set`);
  const { rows } = await w.db.query('select company, address, notes from corkboard.clients where id = $1', [
    id,
  ]);
  t.deepEqual(rows, [{ company: null, address: '1 Quay', notes: 'Call first.' }]);
});

test('a form sent from an outdated page is rejected with 409, and pressing again acts on the current state', async t => {
  const { studio, browser } = await owner();
  const { id } = await studio.project();
  await studio.scope(id);
  const at = `/work/${id}?tab=scope`;
  const page = await browser.get(at);
  await studio.scope(id, { deliverables: ['Logo', 'Signs'] });
  // A rejection for another reason doesn't say that the page is outdated.
  const blank = await browser.press(page, 'Approve scope', { by: ' ' });
  t.is(blank.status, 422);
  const refused = await browser.press(blank, 'Approve scope', { by: 'Ana & Co' });
  t.is(refused.status, 409);
  t.regex(refused.text, /<details class="ask" open>/);
  t.regex(refused.text, /name="by" value="Ana &amp; Co"/);
  const done = await browser.press(refused, 'Approve scope');
  t.is(done.location, `${at}&done=scope.approve`);
  t.is((await studio.get(`/projects/${id}`)).body.project.scope.version, 2);
});

test('the side effect of an action happens once, however often its form is sent', async t => {
  const { studio, browser } = await owner();
  const listed = await browser.get('/receivers');
  const fields = { url: 'http://127.0.0.1:9/x', format: 'json', events: 'client.created' };
  const first = await browser.press(listed, 'Add endpoint', fields);
  t.is(first.status, 200);
  t.regex(first.text, /<code>whsec_/);
  const second = await browser.press(listed, 'Add endpoint', fields);
  t.is(second.status, 200);
  t.is(/<code>(whsec_[^<]+)/.exec(second.text)![1], /<code>(whsec_[^<]+)/.exec(first.text)![1]);
  const { rows } = await w.db.query('select 1 from corkboard.webhook_endpoints where workspace_id = $1', [
    studio.id,
  ]);
  t.is(rows.length, 1);
  const refused = await browser.press(await browser.get('/receivers'), 'Add endpoint', {
    ...fields,
    url: 'http://10.0.0.300/',
  });
  t.is(refused.status, 422);
  t.regex(refused.text, /href="#add-url"/);
});
