import test from 'ava';
import { people } from '../support/console.ts';
import { world } from '../support/world.ts';

const w = world(test);
const console = people(test, w);
const { sql } = w;
const audit = (workspaceId: string) =>
  sql('select via, actor, action from corkboard.audit_log where workspace_id = $1 order by id', workspaceId);

test('projects are filtered by status and stage, and archived ones are listed on request', async t => {
  const studio = await w.workspace();
  const make = async (name: string, status: string, stage: string) => {
    const { id } = await studio.project({ name });
    await sql('select corkboard.change_project($1, $2, $3)', studio.id, id, { status, stage });
  };
  await make('Alpha', 'active', 'lead');
  await make('Beta', 'paused', 'scoping');
  await make('Gamma', 'archived', 'paid');
  const owner = await console.owner(studio.id);
  const names = async (query: string) => {
    const { text } = await owner.get(`/projects${query}`);
    return ['Alpha', 'Beta', 'Gamma'].filter(name => text.includes(`>${name}</a>`));
  };
  t.deepEqual(await names(''), ['Alpha', 'Beta']);
  t.deepEqual(await names('?status=&stage='), ['Alpha', 'Beta']);
  t.deepEqual(await names('?status=paused'), ['Beta']);
  t.deepEqual(await names('?stage=lead'), ['Alpha']);
  t.deepEqual(await names('?include_archived=true'), ['Alpha', 'Beta', 'Gamma']);
  t.deepEqual(await names('?status=archived'), ['Gamma']);
  const { text } = await owner.get('/projects?status=paused&include_archived=true');
  t.regex(text, /<a href="\/projects\?status=paused" aria-current="page">Paused <span class="count">1</);
  t.regex((await owner.get('/projects?status=completed')).text, /No projects match these filters/);
  t.is((await owner.get('/projects?status=lost')).status, 422);
});

test('a page of 25 projects has at most 25 KB, with client, price and outstanding amount', async t => {
  const studio = await w.workspace({ plan: 'studio', currency: 'JPY' });
  const { id: clientId } = await studio.client({ name: 'Bakery' });
  for (let n = 1; n <= 26; n++) await studio.project({ clientId, name: `Project number ${n}` });
  const { id } = await studio.project({ clientId, name: 'Spring menu' });
  await studio.scope(id, { priceCents: 840_000 });
  const invoice = await studio.invoice(id, { amountCents: 1234 });
  await sql('select corkboard.send_invoice($1, $2)', studio.id, invoice.id);
  const owner = await console.owner(studio.id);
  const { text } = await owner.get('/projects');
  t.true(Buffer.byteLength(text) <= 25 * 1024, `${Buffer.byteLength(text)}`);
  t.regex(
    text,
    /Spring menu<\/a><\/th><td[^>]*>Bakery<\/td>[\s\S]*?¥840,000<\/td><td[^>]* class="number">¥1,234</,
  );
  t.regex(text, /Page 1 of 2/);
});

test('without clients the page links to them, and without projects it says what to do', async t => {
  const studio = await w.workspace();
  const owner = await console.owner(studio.id);
  t.regex((await owner.get('/projects')).text, /<a href="\/clients">add a client<\/a>/);
  await studio.client();
  t.regex((await owner.get('/projects')).text, /No projects yet\.[\s\S]*href="\/settings\/assistants"/);
});

test('a person adds a project for a client, and two clicks add one project', async t => {
  const studio = await w.workspace();
  const { id: clientId } = await studio.client({ name: 'Bakery' });
  const member = await console.member(studio.id);
  const page = await member.get('/projects');
  t.regex(page.text, new RegExp(`<option value="${clientId}">Bakery`));
  const typed = { clientId, name: 'Spring menu', stage: 'scoping', notes: 'Quiet.', hourlyRateCents: '95.5' };
  const done = await Promise.all([1, 2].map(() => member.press(page, 'Add project', typed)));
  const [project, ...more] = await sql('select * from corkboard.projects where workspace_id = $1', studio.id);
  t.is(more.length, 0);
  t.deepEqual(
    [...new Set(done.map(({ location }) => location))],
    [`/projects/${project.id}?done=createProject`],
  );
  t.like(project, { name: 'Spring menu', stage: 'scoping', hourly_rate_cents: 9550, created_via: 'app' });
  const { text } = await member.get(done[0]!.location!);
  t.regex(text, /Project added\.[\s\S]*Added by <b>colleague@studio\.example<\/b>/);
  t.regex(text, /\$95\.50[\s\S]*Quiet\./);
});

test('a project without a client, or for an unknown one, is rejected, and what was typed is kept', async t => {
  const studio = await w.workspace();
  await studio.client();
  const foreign = await (await w.workspace()).client();
  const owner = await console.owner(studio.id);
  const page = await owner.get('/projects');
  const none = await owner.press(page, 'Add project', { clientId: '', name: 'Menu' });
  t.is(none.status, 422);
  t.regex(none.text, /href="#add-clientId">Client must not be blank/);
  t.regex(none.text, /name="name" value="Menu"/);
  const other = await owner.press(page, 'Add project', { clientId: foreign.id, name: 'Menu' });
  t.is(other.status, 422);
  t.regex(other.text, /No client with this id/);
  t.deepEqual(await sql('select id from corkboard.projects where workspace_id = $1', studio.id), []);
});

test('the summary shows the project’s details, who added it, and its totals', async t => {
  const studio = await w.workspace({ label: 'Zapier' });
  const { id: clientId } = await studio.client({ name: 'Bakery', company: 'Harbour Ltd' });
  const { id } = await studio.project({
    clientId,
    name: 'Spring menu',
    budgetMinutes: 600,
    hourlyRateCents: 9500,
  });
  await studio.scope(id, { priceCents: 840_000, currency: 'KWD' });
  await studio.post(`/projects/${id}/time`, { minutes: 630 });
  await studio.post(`/projects/${id}/time`, { minutes: 30, billable: false });
  await studio.post(`/projects/${id}/revisions`, { description: 'Calmer' });
  await studio.post(`/projects/${id}/notes`, { body: 'Bakes at four.' });
  const invoice = await studio.invoice(id, { currency: 'EUR', amountCents: 10_000 });
  await sql('select corkboard.send_invoice($1, $2)', studio.id, invoice.id);
  await studio.invoice(id, { currency: 'EUR', amountCents: 700 });
  await studio.invoice(id, { currency: 'USD', amountCents: 500 });
  const owner = await console.owner(studio.id);
  const { text } = await owner.get(`/projects/${id}`);
  t.regex(text, /Added by <b>Zapier<\/b> \(assistant, via API\)/);
  t.regex(text, new RegExp(`href="/clients/${clientId}">Bakery</a>, Harbour Ltd`));
  t.regex(text, /KWD 840\.000/);
  t.regex(text, /KWD 9\.500/);
  t.regex(text, /11 h \(10 h 30 min billable\)/);
  t.regex(text, /11 h of 10 h[\s\S]*over by 1 h/);
  t.regex(text, />1 of 2<\/a>/);
  t.regex(text, /<th scope="row">EUR<\/th><td[^>]*>€100\.00<\/td><td[^>]*>€0\.00<\/td><td[^>]*>€100\.00/);
  t.regex(text, /<th scope="row">USD<\/th><td data-label="Invoiced"[^>]*>\$0\.00/);
  t.regex(text, /Drafts, void invoices and estimates aren’t counted\./);
  t.regex(text, /never-leaves/);
  t.regex(text, /Written by <b>Zapier<\/b> \(assistant, via API\)[\s\S]*Bakes at four\./);
  t.regex(text, /aria-current="page">Summary</);
});

test('an unknown tab shows the first one, and every tab has its own title', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project({ name: 'Menu' });
  const owner = await console.owner(studio.id);
  const title = async (query: string) =>
    /<title>([^<]*)/.exec((await owner.get(`/projects/${id}${query}`)).text)![1];
  t.is(await title(''), 'Menu · Studio');
  t.is(await title('?tab=summary'), 'Menu · Studio');
  t.is(await title('?tab=nothing'), 'Menu · Studio');
  for (const [tab, label] of [
    ['scope', 'Scope'],
    ['time', 'Time'],
    ['revisions', 'Revisions'],
    ['notes', 'Notes'],
    ['intake', 'Intake'],
  ])
    t.is(await title(`?tab=${tab}`), `Menu: ${label} · Studio`);
});

test('editing a project saves what changed; amounts are in the currency of its scope', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project({ name: 'Menu', hourlyRateCents: 9500, budgetMinutes: 60 });
  await studio.scope(id, { currency: 'JPY' });
  const owner = await console.owner(studio.id);
  const page = await owner.get(`/projects/${id}`);
  t.regex(page.text, /name="hourlyRateCents" value="9500"/);
  const typed = {
    name: 'Menu II',
    status: 'paused',
    stage: 'delivered',
    hourlyRateCents: '12,000',
    budgetMinutes: '',
  };
  const done = await owner.press(page, 'Save changes', { ...typed, notes: '' });
  t.deepEqual([done.status, done.location], [303, `/projects/${id}?done=project.set`]);
  const [project] = await sql('select * from corkboard.projects where id = $1', id);
  t.like(project, {
    name: 'Menu II',
    status: 'paused',
    stage: 'delivered',
    hourly_rate_cents: 12_000,
    budget_minutes: null,
    notes: null,
  });
  t.deepEqual((await audit(studio.id)).at(-1), {
    via: 'app',
    actor: owner.person.email,
    action: 'project.changed',
  });
  const refused = await owner.press(await owner.get(`/projects/${id}`), 'Save changes', {
    hourlyRateCents: '1.5',
  });
  t.is(refused.status, 422);
  t.regex(refused.text, /Hourly rate must be a whole number[\s\S]*name="hourlyRateCents" value="1\.5"/);
});

test('a project is trashed after a warning', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project({ name: 'Menu' });
  const owner = await console.owner(studio.id);
  const page = await owner.get(`/projects/${id}`);
  t.regex(page.text, /<summary>Move project to trash<\/summary><p>[^<]*invoices still count/);
  const done = await owner.press(page, 'Move project to trash');
  t.is(done.location, '/projects?done=project.trash');
  t.regex((await owner.get(done.location!)).text, /Project moved to the trash\./);
  t.is((await owner.get(`/projects/${id}`)).status, 404);
  t.is((await owner.post(`/projects/${id}/set`, { name: 'x' })).status, 404);
});
