import test from 'ava';
import { toFailure } from '../../src/errors/translate.ts';
import { operator } from '../support/command.ts';
import { people } from '../support/console.ts';
import { world } from '../support/world.ts';

const w = world(test);
const p = people(test, w);
const corkboard = operator(w);
const { sql } = w;

test('clients are listed by name, 25 to a page, and found by part of a name or company', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  for (let n = 1; n <= 27; n++) await studio.client({ name: `Client ${String(n).padStart(2, '0')}` });
  await studio.client({ name: 'Zoë', company: 'Harbour Ltd' });
  const owner = await p.owner(studio.id);
  const first = await owner.get('/clients');
  t.true(first.text.indexOf('Client 01') < first.text.indexOf('Client 25'));
  t.notRegex(first.text, /Client 26/);
  t.regex(first.text, /Page 1 of 2[\s\S]*href="\/clients\?page=2"/);
  t.regex((await owner.get('/clients?page=2')).text, /Client 26[\s\S]*Zoë/);
  t.true(Buffer.byteLength(first.text) <= 14_336, `${Buffer.byteLength(first.text)}`);
  const found = await owner.get('/clients?search=HARB');
  t.regex(found.text, /Zoë/);
  t.notRegex(found.text, /Client 0/);
  t.regex(found.text, /name="search" value="HARB"/);
  t.regex((await owner.get('/clients?search=nobody')).text, /No clients match “nobody”/);
  t.regex((await owner.get('/clients?search=')).text, /Client 01/);
  t.is((await owner.get('/clients?page=none')).status, 422);
});

test('a workspace without clients says how to add the first one', async t => {
  const owner = await p.owner((await w.workspace()).id);
  const { text } = await owner.get('/clients');
  t.regex(text, /No clients yet\. Add your first client[\s\S]*href="\/settings\/assistants"/);
});

test('a client’s page shows its private details, who added it, and its projects', async t => {
  const studio = await w.workspace({ label: 'Zapier' });
  const { id } = await studio.client({ name: 'Bakery' });
  const project = await studio.project({ clientId: id, name: 'Spring menu' });
  const owner = await p.owner(studio.id);
  const { text } = await owner.get(`/clients/${id}`);
  t.regex(text, /<title>Bakery · Studio<\/title>/);
  t.regex(text, /Added by <b>Zapier<\/b> \(assistant, via API\)/);
  t.regex(text, /never-leaves@client\.example/);
  t.regex(text, new RegExp(`href="/projects/${project.id}">Spring menu`));
});

test('two people who change different fields of a client don’t undo each other’s change', async t => {
  const studio = await w.workspace();
  const { id } = await studio.client({ name: 'Bakery', company: 'Harbour Ltd' });
  const [owner, colleague] = [await p.owner(studio.id), await p.member(studio.id)];
  const [mine, theirs] = [await owner.get(`/clients/${id}`), await colleague.get(`/clients/${id}`)];
  await owner.press(mine, 'Save changes', { company: '', address: '1 Quay Street' });
  const refused = await colleague.press(theirs, 'Save changes', { name: ' ', contactName: 'Ada' });
  t.is(refused.status, 422);
  t.is((await colleague.press(refused, 'Save changes', { name: 'Harbour Bakery' })).status, 303);
  t.like((await sql('select * from corkboard.clients where id = $1', id))[0], {
    name: 'Harbour Bakery',
    company: null,
    address: '1 Quay Street',
    contact_name: 'Ada',
    email: 'never-leaves@client.example',
  });
});

test('a client is trashed with its projects after a warning, and is gone from all pages', async t => {
  const studio = await w.workspace();
  const { id } = await studio.client({ name: 'Bakery' });
  const project = await studio.project({ clientId: id });
  const owner = await p.owner(studio.id);
  const page = await owner.get(`/clients/${id}`);
  t.regex(page.text, /<summary>Move client to trash<\/summary><p>[^<]*all their projects/);
  const done = await owner.press(page, 'Move client to trash');
  t.deepEqual([done.status, done.location], [303, '/clients?done=client.trash']);
  for (const path of [`/clients/${id}`, `/projects/${project.id}`]) t.is((await owner.get(path)).status, 404);
});

test('a project is added for the client whose page has the form', async t => {
  const studio = await w.workspace({ currency: 'JPY' });
  const { id } = await studio.client();
  const owner = await p.owner(studio.id);
  const typed = { name: 'Menu', hourlyRateCents: '9,500', budgetMinutes: '600' };
  const done = await owner.press(await owner.get(`/clients/${id}`), 'Add project', typed);
  t.is(done.status, 303);
  const [project] = await sql('select * from corkboard.projects where workspace_id = $1', studio.id);
  t.like(project, {
    client_id: id,
    name: 'Menu',
    stage: 'active',
    hourly_rate_cents: 9500,
    budget_minutes: 600,
  });
  t.is(done.location, `/projects/${project.id}?done=createProject`);
});

test('a client’s page shows what they owe and paid in each currency, with links to their invoices', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  const client = await studio.client({ name: 'Ada' });
  const [first, second] = [
    await studio.project({ clientId: client.id }),
    await studio.project({ clientId: client.id }),
  ];
  const send = async (projectId: string, fields: object) => {
    const { id } = await studio.invoice(projectId, fields);
    await sql('select corkboard.send_invoice($1, $2)', studio.id, id);
    return id;
  };
  await send(first.id, { amountCents: 10_000, dueDate: '2020-01-01', currency: 'EUR' });
  await send(second.id, { amountCents: 5_000, currency: 'EUR' });
  await send(second.id, { amountCents: 7_000, currency: 'USD' });
  await sql(
    'select corkboard.pay_invoice($1, $2)',
    studio.id,
    await send(first.id, { amountCents: 2_500, currency: 'EUR' }),
  );
  await studio.invoice(first.id, { amountCents: 99_900 });
  const other = await studio.project({});
  await send(other.id, { amountCents: 123_400, currency: 'EUR' });
  const owner = await p.owner(studio.id);
  const { text } = await owner.get(`/clients/${client.id}`);
  const cards = [
    ...text.matchAll(
      /class="label">([^<]*)<\/span>\s*<span class="value[^"]*">([^<]*)<\/span>\s*<span class="sub">([^<]*)</g,
    ),
  ];
  t.deepEqual(
    cards.map(([, ...card]) => card),
    [
      ['Outstanding', '€150.00', '+ $70.00'],
      ['Overdue', '€100.00', ''],
      ['Paid', '€25.00', ''],
    ],
  );
  t.regex(text, new RegExp(`href="/invoices\\?client_id=${client.id}&amp;overdue=true"`));
  t.regex(text, /<h2>Recent activity<\/h2>[\s\S]*drafted <a href="\/invoices\//);
  const list = await owner.get(`/invoices?client_id=${client.id}&kind=invoice&status=SENT`);
  t.regex(list.text, /Open <span class="count">3</);
  t.regex(list.text, /\$70\.00<br>€150\.00/);
  t.notRegex(list.text, /1,234/);
  t.is((await owner.get('/invoices?client_id=nonesuch')).status, 200);
});

// The trash, and restoring records from it.

const trashClient = (workspace: string, id: string) =>
  sql('select corkboard.trash_client($1, $2)', workspace, id);
const trashProject = (workspace: string, id: string) =>
  sql('select corkboard.trash_project($1, $2)', workspace, id);

async function trashed(options: object = {}) {
  const studio = await w.workspace(options);
  const client = await studio.client({ name: 'Ines Falk' });
  const early = await studio.project({ clientId: client.id, name: 'Early' });
  const [one, other] = [
    await studio.project({ clientId: client.id, name: 'Menu' }),
    await studio.project({ clientId: client.id, name: 'Sign' }),
  ];
  await trashProject(studio.id, early.id);
  await trashClient(studio.id, client.id);
  return { studio, client, early, one, other, owner: await p.owner(studio.id) };
}

const statuses = (owner: { get(path: string): Promise<{ status: number }> }, ids: string[]) =>
  Promise.all(ids.map(async id => (await owner.get(`/projects/${id}`)).status));

test('a client is restored with the projects that were trashed with it, and no others', async t => {
  const { studio, client, early, one, other, owner } = await trashed();
  t.true((await owner.get('/clients')).text.includes('href="/trash"'));
  t.true((await owner.get('/projects')).text.includes('href="/trash"'));
  const page = await owner.get('/trash');
  t.true(page.text.includes('Ines Falk'));
  t.false(page.text.includes('Early'));
  const restored = await owner.press(page, 'Restore');
  t.is(restored.location, `/clients/${client.id}?done=client.restore`);
  t.true((await owner.get(restored.location!)).text.includes('Client restored.'));
  t.deepEqual(await statuses(owner, [one.id, other.id, early.id]), [200, 200, 404]);
  t.like((await studio.get('/me')).body.limits, { clients: { used: 1 }, activeProjects: { used: 2 } });
  const rest = await owner.get('/trash');
  t.is((await owner.press(rest, 'Restore')).location, `/projects/${early.id}?done=project.restore`);
  t.deepEqual(await statuses(owner, [early.id]), [200]);
  const log = (await owner.get('/settings/audit')).text;
  t.true(log.includes('restored a client from the trash'));
  t.true(log.includes('restored a project from the trash'));
  t.regex((await owner.get('/trash')).text, /No clients in the trash[\s\S]*No projects in the trash/);
});

test('a project of a client in the trash, and a record that is not in the trash, are not restored', async t => {
  const { studio, client, one } = await trashed();
  t.regex(await corkboard.refused('project', 'restore', one.id), /restore the client first/);
  await corkboard('client', 'restore', client.id);
  t.is(await corkboard.refused('client', 'restore', client.id), 'This client is not in the trash.');
  t.is(await corkboard.refused('project', 'restore', one.id), 'This project is not in the trash.');
  await trashProject(studio.id, one.id);
  t.is((await corkboard('project', 'restore', one.id)).project.id, one.id);
});

test('restoring respects the cap on clients, and the page says so', async t => {
  const { studio, client, owner } = await trashed({ plan: 'free' });
  for (let n = 0; n < 3; n++) await studio.client();
  const rejected = await owner.press(await owner.get('/trash'), 'Restore');
  t.is(rejected.status, 422);
  t.true(rejected.text.includes('The free plan allows 3 clients'));
  t.is((await owner.get(`/clients/${client.id}`)).status, 404);
});

test('restoring respects the cap on active projects: a client is restored with all its projects or not at all', async t => {
  const { studio, client, one, other, owner } = await trashed({ plan: 'free' });
  const present = await studio.client();
  const kept = await studio.project({ clientId: present.id });
  await studio.project({ clientId: present.id });
  t.regex(await corkboard.refused('client', 'restore', client.id), /restoring 2 more would exceed that/);
  t.deepEqual(await statuses(owner, [one.id, other.id]), [404, 404]);
  t.is((await owner.get(`/clients/${client.id}`)).status, 404);
  await corkboard('project', 'set', kept.id, '--status', 'completed');
  await corkboard('client', 'restore', client.id);
  t.deepEqual(await statuses(owner, [one.id, other.id]), [200, 200]);
});

test('simultaneous restores and additions never exceed the cap', async t => {
  const studio = await w.workspace({ plan: 'free' });
  const client = await studio.client();
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) {
    const { id } = await studio.project({ clientId: client.id });
    await trashProject(studio.id, id);
    ids.push(id);
  }
  const restore = async (id: string) => {
    try {
      await w.service.query('select corkboard.restore_project($1, $2)', [studio.id, id]);
      return 'restored';
    } catch (error) {
      return toFailure(error)!.code;
    }
  };
  const add = async () => (await studio.post('/projects', { clientId: client.id, name: 'New' })).status;
  const outcomes: unknown[] = await Promise.all([...ids.map(restore), add(), add()]);
  t.is(outcomes.filter(outcome => outcome === 'restored' || outcome === 201 || outcome === 200).length, 3);
  t.is((await studio.get('/me')).body.limits.activeProjects.used, 3);
});

test('the share links of a restored project work again', async t => {
  const { studio, client, one } = await trashed();
  const [{ token }] = await sql('select token from corkboard.intakes where project_id = $1', one.id);
  const open = async () => (await p.stranger().get(`/intake/${token}`)).status;
  t.is(await open(), 404);
  await corkboard('client', 'restore', client.id);
  t.is(await open(), 200);
  t.truthy(studio);
});

test('the trash lists the last 25 clients, and a search finds older ones', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  for (let n = 0; n < 27; n++) {
    const { id } = await studio.client({ name: n === 0 ? 'Zoë' : `Client ${n}` });
    await trashClient(studio.id, id);
  }
  const owner = await p.owner(studio.id);
  const { text } = await owner.get('/trash');
  t.notRegex(text, /Zoë/);
  t.is([...text.matchAll(/aria-label="Restore/g)].length, 25);
  t.regex(text, /The last 25 of each are listed/);
  const found = await owner.get('/trash?search=zoe');
  t.regex(found.text, /Zoë/);
  t.is([...found.text.matchAll(/aria-label="Restore/g)].length, 1);
});
