import test from 'ava';
import { pages } from '../../src/console/routing/pages.ts';
import { addressOf } from '../../src/console/routing/paths.ts';
import { Browser, type Seen } from '../support/browser.ts';
import { everything, operator } from '../support/command.ts';
import { people } from '../support/console.ts';
import { subscriptions } from '../support/hooks.ts';
import { waitsForLock } from '../support/lockWaits.ts';
import { codeIn, mailbox } from '../support/mailbox.ts';
import { suspension } from '../support/suspension.ts';
import { world } from '../support/world.ts';

// What members and clients see of a workspace that is suspended.

const w = world(test);
const { sql } = w;
const p = people(test, w);
const h = subscriptions(w);
const { mails, mailed } = mailbox(test, w);
const { suspend, resume, remove } = suspension(w);
const corkboard = operator(w);

const banner = /<p class="suspended"><strong>This workspace is suspended\.<\/strong>/;
const refusal = 'This workspace is suspended, so nothing can be changed or sent.';

/** A workspace with one record of each kind, and the values of the parameters in the paths of their pages. */
async function busy() {
  const studio = await w.workspace();
  const client = await studio.client();
  const project = await studio.project({ clientId: client.id });
  await studio.scope(project.id);
  const invoice = await studio.invoice(project.id);
  await sql('select corkboard.send_invoice($1, $2)', studio.id, invoice.id);
  await studio.post(`/projects/${project.id}/notes`, { body: 'Call back' });
  await studio.post(`/projects/${project.id}/time`, { minutes: 30 });
  const hook = await h.subscribe(studio.id, { events: ['client.created', 'invoice.sent'] });
  await sql(`select corkboard.emit_event($1, 'invoice.sent', '{}')`, studio.id);
  // The worker that sends the emails would otherwise change it while a test looks.
  const [delivery] = await h.settled(hook.endpointId, ({ status }) => status === 'succeeded');
  const ids = { client: client.id, project: project.id, invoice: invoice.id, endpoint: hook.endpointId };
  /** The address of a page. */
  const addressOfPage = (path: string) =>
    addressOf(path, {
      endpoint: ids.endpoint,
      id: path.includes('deliveries')
        ? delivery.id
        : ids[/^\/(client|project|invoice)s\//.exec(path)?.[1] as keyof typeof ids],
    });
  return { studio, project, invoice, addressOfPage };
}

/** The buttons of a page's forms that change something. */
const buttonsOf = ({ text }: Seen): { action: string; fields: [string, string][] }[] =>
  [...text.matchAll(/<form\b[^>]*method="post" action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)]
    .filter(([, action]) => action !== '/sign-out')
    .map(([, action, inner]) => ({
      action: action!,
      fields: [...inner!.matchAll(/<input\b[^>]*name="([^"]*)"(?:[^>]*value="([^"]*)")?/g)].map(
        ([, name, value = '']) => [name!, value],
      ),
    }));

test('members are told on every page, and can read all of them', async t => {
  const { studio, addressOfPage } = await busy();
  const owner = await p.owner(studio.id);
  await suspend(studio.id);
  for (const { path } of pages) {
    const seen = await owner.get(addressOfPage(path));
    t.is(seen.status, 200, path);
    t.regex(seen.text, banner, path);
  }
  t.regex((await owner.get('/clients/none')).text, banner);
  t.is((await owner.get('/settings/audit.csv')).status, 200);
  await resume(studio.id);
  t.notRegex((await owner.get('/')).text, banner);
});

test('nothing that a member does on any page changes anything', async t => {
  const { studio, addressOfPage } = await busy();
  const owner = await p.owner(studio.id);
  await suspend(studio.id);
  const before = await everything(w, studio.id);
  let refused = 0;
  for (const { path } of pages) {
    for (const { action, fields } of buttonsOf(await owner.get(addressOfPage(path)))) {
      const { status, text } = await owner.post(action, fields);
      t.true([409, 422].includes(status), `${action}: ${status}`);
      if (text.includes(refusal)) refused += 1;
    }
  }
  // The others lack a field that must be filled in.
  t.true(refused >= 10, `${refused} were refused because of the suspension`);
  t.deepEqual(await everything(w, studio.id), before);
});

test('a refused form keeps what was typed, and works once the workspace is resumed', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  const page = await owner.get('/clients');
  await suspend(studio.id);
  const refused = await owner.press(page, 'Add client', { name: 'Harbour Ltd' });
  t.is(refused.status, 409);
  t.true(refused.text.includes(refusal));
  await resume(studio.id);
  const added = await owner.press(refused, 'Add client');
  t.is(added.status, 303);
  t.is((await studio.get('/clients')).body.data[0].name, 'Harbour Ltd');
});

test('an action that waited while the workspace was suspended is refused', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  const page = await owner.get('/clients');
  const client = await w.db.connect();
  await client.query('begin');
  await client.query('select corkboard.suspend_workspace($1)', [studio.id]);
  const acting = owner.press(page, 'Add client', { name: 'Harbour Ltd' });
  await waitsForLock(w.db, { query: 'corkboard.begin_member_action' });
  await client.query('commit');
  client.release();
  t.is((await acting).status, 409);
  t.deepEqual(await sql('select 1 from corkboard.clients where workspace_id = $1', studio.id), []);
});

test('members sign in by code as ever', async t => {
  const studio = await w.workspace();
  const email = 'suspended@studio.example';
  await sql('update corkboard.members set email = $2 where workspace_id = $1', studio.id, email);
  await suspend(studio.id);
  const browser = new Browser(w.baseUrl);
  await browser.post('/sign-in', { email });
  await mailed();
  const code = codeIn(mails.findLast(({ to }) => to === email)!);
  t.is((await browser.post('/sign-in/code', { code })).status, 303);
  const home = await browser.get('/');
  t.regex(home.text, banner);
  t.is((await browser.press(home, 'Sign out')).location, '/sign-in');
});

test('the banner says when the workspace will be removed, in its time zone', async t => {
  const studio = await w.workspace();
  const owner = await p.owner(studio.id);
  await sql(`select corkboard.change_workspace($1, '{"time_zone": "Europe/Berlin"}')`, studio.id);
  await remove(studio.id, '30 days');
  await sql(
    `update corkboard.workspace_removals set due_at = '2040-01-31T23:30:00Z' where id = $1`,
    studio.id,
  );
  t.regex(
    (await owner.get('/')).text,
    /The workspace will be removed, with everything in it, on February 1, 2040, 12:30 AM GMT\+1\./,
  );
});

const pagesOfClients = ['intake', 'scope', 'contract', 'invoice'] as const;

/** The paths of all share links of a project and its invoice. */
async function linksOf(projectId: string): Promise<Record<(typeof pagesOfClients)[number], string>> {
  const [tokens] = await sql(
    `select (select token from corkboard.intakes where project_id = $1) as intake,
            (select share_token from corkboard.scopes where project_id = $1) as scope,
            (select contract_token from corkboard.projects where id = $1) as contract,
            (select share_token from corkboard.invoices where project_id = $1) as invoice`,
    projectId,
  );
  return Object.fromEntries(pagesOfClients.map(page => [page, `/${page}/${tokens[page]}`])) as never;
}

test('every share link shows the same page, which says nothing about the workspace', async t => {
  const { studio, project } = await busy();
  const links = await linksOf(project.id);
  const client = new Browser(w.baseUrl);
  const before = await Promise.all(pagesOfClients.map(page => client.get(links[page])));
  t.deepEqual(
    before.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  await suspend(studio.id);
  const seen = await Promise.all(pagesOfClients.map(page => client.get(links[page])));
  for (const { status, text, headers } of seen) {
    t.is(status, 403);
    t.is(text, seen[0]!.text);
    t.is(headers.get('x-robots-tag'), 'noindex, nofollow');
  }
  t.regex(seen[0]!.text, /<h1>This page is not available<\/h1>/);
  t.notRegex(seen[0]!.text, /suspend|Studio|Client|Project|INV-/);
  t.is((await client.get(`${links.scope.slice(0, -1)}_`)).status, 404);
  await resume(studio.id);
  t.is((await client.get(links.invoice)).status, 200);
});

test('a client’s form is refused, also if it was open before or had to wait', async t => {
  const { studio, project } = await busy();
  const links = await linksOf(project.id);
  const client = new Browser(w.baseUrl);
  const page = await client.get(links.scope);
  const locker = await w.db.connect();
  await locker.query('begin');
  await locker.query('select corkboard.suspend_workspace($1)', [studio.id]);
  const waiting = client.press(page, 'Approve scope', { by: 'Ann Lee' });
  await waitsForLock(w.db, { query: 'corkboard.approve_scope' });
  await locker.query('commit');
  locker.release();
  t.is((await waiting).status, 403);
  const late = await client.press(page, 'Approve scope', { by: 'Ann Lee' });
  t.is(late.status, 403);
  t.regex(late.text, /<h1>This page is not available<\/h1>/);
  const [scope] = await sql('select approved_at from corkboard.scopes where project_id = $1', project.id);
  t.is(scope.approved_at, null);
});

test('an invoice that is opened while its workspace is suspended does not count as viewed', async t => {
  const { studio, project, invoice } = await busy();
  const { invoice: link } = await linksOf(project.id);
  await suspend(studio.id);
  await new Browser(w.baseUrl).get(link, { Accept: 'text/html' });
  const [{ viewed_at }] = await sql('select viewed_at from corkboard.invoices where id = $1', invoice.id);
  t.is(viewed_at, null);
});

test('an endpoint’s page says that its workspace is suspended and that nothing is lost', async t => {
  const { studio, addressOfPage } = await busy();
  const owner = await p.owner(studio.id);
  await corkboard('workspace', 'suspend', studio.id);
  const { text } = await owner.get(addressOfPage('/settings/webhooks/:endpoint'));
  t.regex(text, /<span class="pill bad">Suspended<\/span>/);
  t.true(text.includes('Deliveries wait and nothing is lost.'));
});
