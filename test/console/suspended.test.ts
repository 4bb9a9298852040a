import test, { type ExecutionContext } from 'ava';
import { pages } from '../../src/console/routing/pages.ts';
import { lacks, type Seen, shows } from '../support/browser.ts';
import { everything } from '../support/command.ts';
import { consoleWorld } from '../support/console.ts';
import { hold } from '../support/hold.ts';
import { populated } from '../support/populated.ts';
import { shareLinks } from '../support/shareLinks.ts';

// What members and clients see of a workspace that is suspended.

const w = consoleWorld(test);
const { sql, call } = w;

const banner = 'This workspace is suspended. You can read everything';
const refusal = 'This workspace is suspended, so nothing can be changed or sent.';

/** What a workspace has, but for what a worker of another test may send and render meanwhile, and the previews that pages ask for. */
async function ofPeople(workspaceId: string) {
  const tables = Object.entries(await everything(w, workspaceId));
  const byWorkers =
    /^(document_previews|issued_documents|document_mails|webhook_(attempt|claim|deliveri|throttle))/;
  return tables.filter(([name]) => !byWorkers.test(name));
}

test('members are told on every page, can read all of them, and change nothing on any', async t => {
  const { studio, at } = await populated(w);
  const owner = await w.owner(studio.id);
  await call('suspend_workspace', studio.id);
  const before = await ofPeople(studio.id);
  let refused = 0;
  for (const { path, posts } of pages) {
    const seen = await owner.get(at(path));
    t.is(seen.status, 200, path);
    shows(t, seen, banner);
    for (const post of posts) {
      const { status, text } = await owner.post(at(post.path));
      t.true([404, 409, 422].includes(status), `${post.path}: ${status}`);
      if (text.includes(refusal)) refused += 1;
    }
  }
  // The others lack a field that must be filled in.
  t.true(refused >= 30, `${refused} were refused because of the suspension`);
  t.deepEqual(await ofPeople(studio.id), before);
  shows(t, await owner.get('/clients/none'), banner);
  t.is((await owner.get('/settings/audit.csv')).status, 200);
  const endpoint = await owner.get(at('/settings/webhooks/:endpoint'));
  shows(t, endpoint, 'Suspended', 'Deliveries wait and nothing is lost.');
  await call('resume_workspace', studio.id);
  lacks(t, await owner.get('/'), banner);
});

test('a refused form keeps what was typed, and works once the workspace is resumed', async t => {
  const studio = await w.workspace();
  const owner = await w.owner(studio.id);
  const page = await owner.get('/clients/new');
  await call('suspend_workspace', studio.id);
  const refused = await owner.press(page, 'Add client', { name: 'Harbour Ltd' });
  t.is(refused.status, 409);
  shows(t, refused, refusal);
  await call('resume_workspace', studio.id);
  t.is((await owner.press(refused, 'Add client')).status, 303);
  t.is((await studio.get('/clients')).body.data[0].name, 'Harbour Ltd');
});

/** Suspends a workspace in a transaction that ends once an action that is begun meanwhile waits for it. */
async function suspendMeanwhile(
  t: ExecutionContext,
  workspaceId: string,
  begin: () => Promise<Seen>,
): Promise<Seen> {
  const { blocks, release } = await hold(t, w.db, 'select corkboard.suspend_workspace($1)', workspaceId);
  const acting = begin();
  await blocks();
  await release();
  return acting;
}

test('an action that waited while the workspace was suspended is refused', async t => {
  const studio = await w.workspace();
  const owner = await w.owner(studio.id);
  const page = await owner.get('/clients/new');
  const acted = await suspendMeanwhile(t, studio.id, () =>
    owner.press(page, 'Add client', { name: 'Harbour Ltd' }),
  );
  t.is(acted.status, 409);
  t.deepEqual(await sql('select 1 from corkboard.clients where workspace_id = $1', studio.id), []);
});

test('the banner says when the workspace will be removed, in its time zone', async t => {
  const studio = await w.workspace();
  const owner = await w.owner(studio.id);
  await call('change_workspace', studio.id, { time_zone: 'Europe/Berlin' });
  await call('remove_workspace', studio.id);
  await sql(
    `update corkboard.workspace_removals set due_at = '2040-01-31T23:30:00Z' where id = $1`,
    studio.id,
  );
  const planned =
    'The workspace will be removed, with everything in it, on February 1, 2040, 12:30 AM GMT+1.';
  shows(t, await owner.get('/'), planned);
});

test('every share link shows the same page, which says nothing about the workspace and counts as no view', async t => {
  const { studio, links } = await populated(w);
  const client = w.stranger();
  const openAll = () => Promise.all(links.map(link => client.get(link)));
  t.deepEqual([...new Set((await openAll()).map(({ status }) => status))], [200]);
  await call('suspend_workspace', studio.id);
  const [first, ...others] = await openAll();
  for (const { status, text, headers } of [first!, ...others]) {
    t.is(status, 403);
    t.is(text, first!.text);
    t.is(headers.get('x-robots-tag'), 'noindex, nofollow');
  }
  t.regex(first!.text, /<h1>This page is not available<\/h1>/);
  t.notRegex(first!.text, /suspend|a-name|a-client|a-project|INV-/);
  t.is((await client.get(`${links[0]!.slice(0, -65)}${'x'.repeat(43)}${links[0]!.slice(-22)}`)).status, 404);
  await client.get(links.find(link => link.startsWith('/invoice/'))!, { Accept: 'text/html' });
  const views = 'select viewed_at from corkboard.invoices where workspace_id = $1 and viewed_at is not null';
  t.deepEqual(await sql(views, studio.id), []);
  await call('resume_workspace', studio.id);
  t.is((await client.get(links[0]!)).status, 200);
});

test('a client’s form is refused, also if it was open before or had to wait', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  await studio.scope(id);
  const client = w.stranger();
  const page = await client.get((await shareLinks(w, id)).scope);
  const press = () => client.press(page, 'Approve scope', { by: 'Ann Lee' });
  t.is((await suspendMeanwhile(t, studio.id, press)).status, 403);
  const late = await press();
  t.is(late.status, 403);
  t.regex(late.text, /<h1>This page is not available<\/h1>/);
  const [scope] = await sql('select approved_at from corkboard.scopes where project_id = $1', id);
  t.is(scope.approved_at, null);
});
