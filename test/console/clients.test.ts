import test from 'ava';
import { dangerous, hostile, people } from '../support/console.ts';
import { world } from '../support/world.ts';

const w = world(test);
const console = people(test, w);
const { sql } = w;
const audit = (workspaceId: string) =>
  sql('select via, actor, action from corkboard.audit_log where workspace_id = $1 order by id', workspaceId);

test.serial('the page of clients takes one statement, and so does each action on it', async t => {
  const studio = await w.workspace();
  const { id } = await studio.client();
  const owner = await console.owner(studio.id);
  t.is(await console.counted(() => owner.get('/clients')), 1);
  t.is(await console.counted(() => owner.get('/clients?search=cli')), 1);
  t.is(await console.counted(() => owner.get(`/clients/${id}`)), 1);
  t.is(await console.counted(() => owner.post('/clients/add', { name: 'Ada' })), 1);
  t.is(await console.counted(() => owner.post(`/clients/${id}/set`, { name: 'Ada' })), 1);
  t.is(await console.counted(() => owner.post(`/clients/${id}/trash`)), 1);
});

test('clients are listed by name, 25 to a page, and found by part of a name or company', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  for (let n = 1; n <= 27; n++) await studio.client({ name: `Client ${String(n).padStart(2, '0')}` });
  await studio.client({ name: 'Zoë', company: 'Harbour Ltd' });
  const owner = await console.owner(studio.id);
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
  const owner = await console.owner((await w.workspace()).id);
  const { text } = await owner.get('/clients');
  t.regex(text, /No clients yet\. Add your first client[\s\S]*href="\/settings\/assistants"/);
});

test('a client added by a person is audited under their name, and doesn’t count as an API write', async t => {
  const studio = await w.workspace();
  const member = await console.member(studio.id);
  const typed = { name: 'Ada Marsh', email: 'ada@marsh.example', company: '', notes: 'Pays late.' };
  const page = await member.get('/clients');
  const done = await member.press(page, 'Add client', typed);
  t.is(done.status, 303);
  t.is((await member.press(page, 'Add client', typed)).location, done.location);
  const [client, ...more] = await sql('select * from corkboard.clients where workspace_id = $1', studio.id);
  t.is(more.length, 0);
  t.like(client, { ...typed, company: null, created_via: 'app' });
  t.is(done.location, `/clients/${client.id}?done=createClient`);
  const shown = await member.get(done.location!);
  t.regex(shown.text, /Client added\.[\s\S]*Added by <b>colleague@studio\.example<\/b>,/);
  t.regex(shown.text, /ada@marsh\.example[\s\S]*Pays late\./);
  t.is((await studio.get('/me')).body.limits.monthlyWrites.used, 0);
  t.deepEqual((await audit(studio.id)).at(-1), {
    via: 'app',
    actor: 'colleague@studio.example',
    action: 'client.created',
  });
});

test('when the plan’s cap is reached, the form says so and links to the plan', async t => {
  const studio = await w.workspace({ plan: 'free' });
  for (let n = 0; n < 3; n++) await studio.client();
  const owner = await console.owner(studio.id);
  const refused = await owner.press(await owner.get('/clients'), 'Add client', { name: 'Ada' });
  t.is(refused.status, 422);
  t.regex(refused.text, /role="alert"[\s\S]*The free plan allows 3 clients[\s\S]*href="\/settings\/billing"/);
  t.regex(refused.text, /<details[^>]* open>[\s\S]*name="name" value="Ada"/);
});

test('a client’s page shows its private details, who added it, and its projects', async t => {
  const studio = await w.workspace({ label: 'Zapier' });
  const { id } = await studio.client({ name: 'Bakery' });
  const project = await studio.project({ clientId: id, name: 'Spring menu' });
  const owner = await console.owner(studio.id);
  const { text } = await owner.get(`/clients/${id}`);
  t.regex(text, /<title>Bakery · Studio<\/title>/);
  t.regex(text, /Added by <b>Zapier<\/b> \(assistant, via API\)/);
  t.regex(text, /never-leaves@client\.example/);
  t.regex(text, new RegExp(`href="/projects/${project.id}">Spring menu`));
});

test('editing a client saves changed fields, clears emptied ones, and is audited once', async t => {
  const studio = await w.workspace();
  const { id } = await studio.client({ name: 'Bakery', company: 'Harbour Ltd' });
  const owner = await console.owner(studio.id);
  const page = await owner.get(`/clients/${id}`);
  const typed = { name: 'Harbour Bakery', company: '', address: '1 Quay Street\r\nHull' };
  const done = await owner.press(page, 'Save changes', typed);
  t.deepEqual([done.status, done.location], [303, `/clients/${id}?done=client.set`]);
  const [client] = await sql('select * from corkboard.clients where id = $1', id);
  t.like(client, {
    name: 'Harbour Bakery',
    company: null,
    address: '1 Quay Street\nHull',
    email: 'never-leaves@client.example',
    notes: 'never-leaves',
  });
  const changed = (await audit(studio.id)).filter(({ action }) => action === 'client.changed');
  t.deepEqual(changed, [{ via: 'app', actor: owner.person.email, action: 'client.changed' }]);
  await owner.press(await owner.get(`/clients/${id}`), 'Save changes');
  t.is((await audit(studio.id)).filter(({ action }) => action === 'client.changed').length, 1);
  t.is((await owner.post(`/clients/${id}/set`, { company: 'Again' })).status, 303);
  t.like((await sql('select * from corkboard.clients where id = $1', id))[0], {
    name: 'Harbour Bakery',
    company: 'Again',
    notes: 'never-leaves',
  });
});

test('two people who change different fields of a client don’t undo each other’s change', async t => {
  const studio = await w.workspace();
  const { id } = await studio.client({ name: 'Bakery', company: 'Harbour Ltd' });
  const [owner, colleague] = [await console.owner(studio.id), await console.member(studio.id)];
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

test('a rejected edit shows what was typed', async t => {
  const studio = await w.workspace();
  const { id } = await studio.client({ name: 'Bakery' });
  const owner = await console.owner(studio.id);
  const typed = { name: ' ', email: 'none', eInvoiceCountry: 'Germany' };
  const refused = await owner.press(await owner.get(`/clients/${id}`), 'Save changes', typed);
  t.is(refused.status, 422);
  t.regex(refused.text, /Name must not be blank/);
  t.regex(refused.text, /Email must be an email address/);
  t.regex(refused.text, /E-invoice country must be two uppercase letters/);
  t.regex(refused.text, /<details[^>]* open>[\s\S]*value="Germany"/);
  t.is((await sql('select name from corkboard.clients where id = $1', id))[0].name, 'Bakery');
});

test('a client is trashed with its projects after a warning, and is gone from all pages', async t => {
  const studio = await w.workspace();
  const { id } = await studio.client({ name: 'Bakery' });
  const project = await studio.project({ clientId: id });
  const owner = await console.owner(studio.id);
  const page = await owner.get(`/clients/${id}`);
  t.regex(page.text, /<summary>Move client to trash<\/summary><p>[^<]*all their projects/);
  const done = await owner.press(page, 'Move client to trash');
  t.deepEqual([done.status, done.location], [303, '/clients?done=client.trash']);
  for (const path of [`/clients/${id}`, `/projects/${project.id}`]) t.is((await owner.get(path)).status, 404);
  t.is((await owner.post(`/clients/${id}/set`, { name: 'Back' })).status, 404);
  t.is((await owner.post(`/clients/${id}/trash`)).status, 404);
});

test('a project is added for the client whose page has the form', async t => {
  const studio = await w.workspace({ currency: 'JPY' });
  const { id } = await studio.client();
  const owner = await console.owner(studio.id);
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

test('ids of other workspaces, malformed ids and ids of trashed clients show the same page and do nothing', async t => {
  const studio = await w.workspace();
  const foreign = await (await w.workspace()).client();
  const trashed = await studio.client();
  await sql('select corkboard.trash_client($1, $2)', studio.id, trashed.id);
  const owner = await console.owner(studio.id);
  const ids = [foreign.id, trashed.id, 'x', '%00', '00000000-0000-0000-0000-000000000000'];
  const pages = await Promise.all(ids.map(id => owner.get(`/clients/${id}`)));
  const acts = ['set', 'trash', 'projects/add'];
  const posts = await Promise.all(
    ids.flatMap(id => acts.map(act => owner.post(`/clients/${id}/${act}`, { name: 'x' }))),
  );
  t.deepEqual([...new Set([...pages, ...posts].map(({ status }) => status))], [404]);
  t.is(new Set([...pages, ...posts].map(({ text }) => text)).size, 1);
  t.is((await sql('select name from corkboard.clients where id = $1', foreign.id))[0].name, 'Client');
});

test('without a session, pages and forms redirect to sign-in and change nothing', async t => {
  const studio = await w.workspace();
  const { id } = await studio.client();
  const stranger = console.stranger();
  for (const path of ['/clients', `/clients/${id}`])
    t.is((await stranger.get(path)).location, `/sign-in?next=${encodeURIComponent(path)}`);
  for (const act of ['set', 'trash', 'projects/add'])
    t.is((await stranger.post(`/clients/${id}/${act}`)).status, 303);
  t.is((await stranger.post('/clients/add', { name: 'x' })).status, 422);
  t.like(
    (
      await sql(
        'select count(*)::int, min(name) as name from corkboard.clients where workspace_id = $1',
        studio.id,
      )
    )[0],
    {
      count: 1,
      name: 'Client',
    },
  );
});

test('hostile text in every field of a client stays text', async t => {
  const studio = await w.workspace();
  const client = await studio.client({ name: hostile, company: hostile });
  await sql(
    `select corkboard.change_client($1, $2, jsonb_build_object('notes', $3::text, 'address', $3::text, 'contact_name', $3::text, 'e_invoice_network_id', $3::text))`,
    studio.id,
    client.id,
    hostile,
  );
  await studio.project({ clientId: client.id, name: hostile });
  const owner = await console.owner(studio.id);
  for (const path of [
    '/clients',
    `/clients?search=${encodeURIComponent(hostile)}`,
    `/clients?search=${encodeURIComponent(hostile)}x`,
    `/clients/${client.id}`,
  ]) {
    const { status, text } = await owner.get(path);
    t.is(status, 200, path);
    t.true(text.includes('&lt;script&gt;alert(1)'), path);
    t.notRegex(text, dangerous, path);
  }
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
  const owner = await console.owner(studio.id);
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
