import test from 'ava';
import { toFailure } from '../../src/errors/translate.ts';
import { fieldOf, lacks, linksOf, rowsOf, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import { shareLinks } from '../support/shareLinks.ts';

const w = consoleWorld(test);
const { sql, call } = w;

test('an empty list of clients says how to add one, or what was searched for', async t => {
  const owner = await w.owner((await w.workspace()).id);
  const empty = 'No clients yet. Add your first client, or import them from a file. … connect one.';
  shows(t, await owner.get('/clients?search='), empty);
  const none = await owner.get('/clients?search=nobody');
  shows(t, none, 'No clients match “nobody”');
  t.is(fieldOf(none, 'Search'), 'nobody');
  t.is((await owner.get('/clients?page=none')).status, 422);
});

test('a client’s page shows its private details and adds a project, with amounts in the workspace’s currency', async t => {
  const studio = await w.workspace({ currency: 'JPY' });
  const { id } = await studio.client({ name: 'Bakery' });
  const owner = await w.owner(studio.id);
  const page = await owner.get(`/clients/${id}`);
  t.regex(page.text, /<title>Bakery · Studio<\/title>/);
  shows(t, page, 'Email never-leaves@client.example');
  const typed = { name: 'Menu', hourlyRateCents: '9,500', budgetMinutes: '10' };
  const { location } = await owner.press(page, 'Add project', typed);
  const [project] = await sql('select * from corkboard.projects where client_id = $1', id);
  t.like(project, { name: 'Menu', stage: 'active', hourly_rate_cents: 9500, budget_minutes: 600 });
  t.is(location, `/projects/${project.id}?done=createProject`);
});

test('one form in sections adds and edits a client, and folds away those that are blank', async t => {
  const studio = await w.workspace();
  const owner = await w.owner(studio.id);
  const list = await owner.follow(await owner.get('/clients'), 'Add client');
  const sections = ({ text }: { text: string }) =>
    [...text.matchAll(/<details class="fold"( open)?><summary>(\w+)/g)].map(
      ([, open = '', name]) => name + open,
    );
  t.deepEqual(sections(list), ['People', 'Address', 'Billing', 'Notes']);
  for (const label of ['VAT number', 'Payment term (days)']) t.is(fieldOf(list, label), '', label);
  const short = await owner.press(list, 'Add client', { name: 'Ada', email: 'ada@client.example' });
  const edited = async (path: string) => owner.follow(await owner.get(path), 'Edit client');
  t.deepEqual(sections(await edited(short.location!)), ['People', 'Address', 'Billing', 'Notes']);
  const typed = { name: 'Bakery', phone: '040 123', city: 'Kiel', language: 'de', paymentTermDays: '366' };
  const wrong = await owner.press(list, 'Add client', typed);
  t.is(wrong.status, 422);
  t.deepEqual(sections(wrong), ['People open', 'Address open', 'Billing open', 'Notes']);
  const added = await owner.press(wrong, 'Add client', { paymentTermDays: '14' });
  const [row] = await sql(
    "select * from corkboard.clients where workspace_id = $1 and name = 'Bakery'",
    studio.id,
  );
  t.like(row, { phone: '040 123', city: 'Kiel', language: 'de', payment_term_days: 14, country: null });
  const page = await edited(added.location!);
  t.deepEqual(sections(page), ['People open', 'Address open', 'Billing open', 'Notes']);
  t.is(fieldOf(page, 'City'), 'Kiel');
});

test('names with line breaks, which the API takes, stay until they are changed', async t => {
  const studio = await w.workspace();
  const { id } = await studio.client({ name: 'Ada\nMarsh', company: 'Harbour\nBakery' });
  const project = await studio.project({ clientId: id, name: 'Spring\nmenu' });
  const owner = await w.owner(studio.id);
  for (const path of [`/clients/${id}/set`, `/projects/${project.id}/set`]) {
    t.is((await owner.post(path, { notes: 'Prefers mornings' })).status, 303);
    t.is((await owner.post(path, { name: 'Ada\nM' })).status, 422);
  }
});

test('a client’s page fills the fields of the address in from its text when asked to, and shows what is set', async t => {
  const studio = await w.workspace();
  const { id } = await studio.client({ name: 'Ada', company: 'Bakery' });
  await call('change_client', studio.id, id, { address: 'Bakery\n3 Quay Street\nPortland, ME 04101\nUSA' });
  const owner = await w.owner(studio.id);
  const page = await owner.get(`/clients/${id}`);
  t.is(fieldOf(await owner.follow(page, 'Edit client'), 'City'), '');
  const filled = await owner.follow(page, 'Fill in the address fields from this');
  shows(t, filled, 'The fields of the address are filled in from this text.');
  t.is(fieldOf(filled, 'City'), 'Portland');
  const [before] = await sql('select city from corkboard.clients where id = $1', id);
  t.is(before.city, null);
  const saved = await owner.press(filled, 'Save changes', { language: 'de', vatNumber: 'de136695976' });
  const after = await owner.get(saved.location!);
  shows(t, after, '3 Quay Street Portland', 'VAT number DE136695976', 'Language German');
  lacks(t, after, 'Fill in the address fields');
});

test('a client’s page shows what they owe and paid in each currency, with links to their invoices', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  const client = await studio.client({ name: 'Ada' });
  const first = await studio.project({ clientId: client.id });
  const second = await studio.project({ clientId: client.id });
  const send = async (projectId: string, fields: object) => {
    const { id } = await studio.invoice(projectId, fields);
    await call('send_invoice', studio.id, id);
    return id;
  };
  await send(first.id, { amountCents: 10_000, dueDate: '2020-01-01', currency: 'EUR' });
  await send(second.id, { amountCents: 5_000, currency: 'EUR' });
  await send(second.id, { amountCents: 7_000, currency: 'USD' });
  const part = await send(second.id, { amountCents: 4_000, dueDate: '2020-01-01', currency: 'EUR' });
  await sql('update corkboard.invoices set part_paid_cents = 3000 where id = $1', part);
  const paid = await send(first.id, { amountCents: 2_500, currency: 'EUR' });
  await call('record_payment', studio.id, paid);
  await studio.invoice(first.id, { amountCents: 99_900 });
  await send((await studio.project({})).id, { amountCents: 123_400, currency: 'EUR' });
  const owner = await w.owner(studio.id);
  const page = await owner.get(`/clients/${client.id}`);
  shows(t, page, 'Outstanding €160.00 + $70.00 Overdue €110.00 Received €55.00 ');
  shows(t, page, 'Recent activity … drafted INV-');
  const open = rowsOf(page.text).slice(0, 4);
  t.deepEqual(open, [
    ['INV-0001', 'Jan 1, 2020 Overdue', '€100.00', ''],
    ['INV-0004', 'Jan 1, 2020 Overdue', '€10.00', ''],
    ['INV-0002', 'No date', '€50.00', ''],
    ['INV-0003', 'No date', '$70.00', ''],
  ]);
  const [note] = await call('credit_invoice', studio.id, paid, 'Never delivered');
  await call('sign_contract', studio.id, first.id);
  const [order] = await call('propose_change_order', studio.id, first.id, 'A shop', 'With a cart', 500);
  await call('mail_document', studio.id, 'credit_note', note.id, 'document', 'ada@a.example', [], 'S', 'T');
  const corrected = await owner.get(`/clients/${client.id}`);
  shows(t, corrected, 'Recent activity … emailed a credit note · CN-0001 … drafted a change order · ');
  const links = new Set(linksOf(corrected).map(([, href]) => href));
  for (const path of [
    `/invoices/${paid}/credit-notes/CN-0001`,
    `/projects/${first.id}/change-orders/${order.id}`,
  ])
    t.true(links.has(path), path);
  shows(t, corrected, 'Balance €25.00');
  t.deepEqual(rowsOf(corrected.text)[0], ['INV-0005', 'Paid too much', '', '€25.00']);
  t.true(page.text.includes(`href="/invoices?client_id=${client.id}&amp;overdue=true"`));
  const [row] = rowsOf((await owner.get('/clients')).text).filter(([name]) => name === 'Ada');
  t.is(row!.at(-1), '$70.00€160.00');
  const list = await owner.get(`/invoices?client_id=${client.id}&kind=invoice&status=SENT`);
  shows(t, list, 'Open 4', '€10.00 due of €40.00', 'Total due $70.00 €160.00');
  lacks(t, list, '1,234');
  t.is((await owner.get('/invoices?client_id=nonesuch')).status, 200);
});

test('a client has several contacts with roles, to whom emails are suggested, and who are found, exported and cleared', async t => {
  const studio = await w.workspace();
  const { id } = await studio.client({ name: 'Harbour' });
  const owner = await w.owner(studio.id);
  const page = `/clients/${id}`;
  const typed = {
    ...{
      'contacts.0.name': 'Ada Marsh',
      'contacts.0.email': 'ada@harbour.example',
      'contacts.0.role': 'approval',
    },
    ...{ 'contacts.1.name': 'Tom Ode', 'contacts.1.phone': '040 12-3', 'contacts.1.role': '' },
  };
  const wrong = await owner.post(`${page}/set`, { ...typed, 'contacts.0.email': 'ada' });
  t.is(wrong.status, 422);
  shows(t, wrong, 'Contact 1, Email must be an email address');
  await owner.post(`${page}/set`, typed);
  const stored = async () =>
    (await sql('select contacts from corkboard.clients where id = $1', id))[0].contacts;
  t.deepEqual(await stored(), [
    { name: 'Ada Marsh', email: 'ada@harbour.example', role: 'approval' },
    { name: 'Tom Ode', phone: '040 12-3', role: 'other' },
  ]);
  shows(t, await owner.get(page), 'Contacts Ada Marsh Approval ada@harbour.example Tom Ode 040 12-3');
  shows(
    t,
    await owner.get(`/settings/audit?record=${id}`),
    'Contacts: none Ada Marsh <ada@harbour.example> (approval); Tom Ode 040 12-3 (other)',
  );
  for (const search of ['tom ode', 'ada@harbour', '040123'])
    shows(t, await owner.get(`/clients?search=${encodeURIComponent(search)}`), 'Harbour');
  const { body } = await studio.get(`/clients?search=harbour`);
  t.false(JSON.stringify(body).includes('Ada'));
  const emptied = {
    ...typed,
    'contacts.0.name': '',
    'contacts.0.email': '',
    'contacts.1.name': '',
    'contacts.1.phone': '',
  };
  // What was not edited stays.
  await owner.press(await owner.get(`${page}?new=set`), 'Save changes', { city: 'Kiel' });
  t.is((await stored()).length, 2);
  await owner.press(await owner.get(`${page}?new=set`), 'Save changes', emptied);
  t.is(await stored(), null);
});

test('an archived client leaves the list, but not the search, the API and the count against the cap', async t => {
  const studio = await w.workspace({ plan: 'free' });
  const [{ id }] = [
    await studio.client({ name: 'Ada' }),
    await studio.client({ name: 'Bo' }),
    await studio.client({ name: 'Cy' }),
  ];
  const owner = await w.owner(studio.id);
  const names = async (query = '') =>
    rowsOf((await owner.get(`/clients${query}`)).text).map(([name]) => name);
  await owner.press(await owner.get(`/clients/${id}`), 'Archive client');
  t.deepEqual(await names(), ['Bo', 'Cy']);
  t.deepEqual(await names('?archived=true'), ['Ada Archived']);
  t.deepEqual(await names('?search=ada'), ['Ada Archived']);
  t.is((await studio.get('/clients')).body.page.total, 3);
  t.is((await studio.post('/clients', { name: 'Dan' })).status, 402);
  lacks(t, await owner.get('/projects?new=add'), '>Ada<');
  await owner.press(await owner.get(`/clients/${id}`), 'Put back into the list');
  t.deepEqual(await names(), ['Ada', 'Bo', 'Cy']);
  shows(t, await owner.get('/clients?archived=true'), 'No client is archived.');
});

// The trash, and restoring records from it.

/** A client with two projects who was moved to the trash; a third project had been before. */
async function trashed() {
  const studio = await w.workspace();
  const client = await studio.client({ name: 'Ines Falk' });
  const project = (name: string) => studio.project({ clientId: client.id, name });
  const early = await project('Early');
  const [one, other] = [await project('Menu'), await project('Sign')];
  const owner = await w.owner(studio.id);
  // The link of the first one has stopped already, and a paid one isn't needed any more.
  for (const { id } of [early, one, one, other]) await studio.invoice(id);
  await call('trash_project', studio.id, early.id);
  const invoices = await sql(
    'select id, number from corkboard.invoices where workspace_id = $1 order by number',
    studio.id,
  );
  for (const { id } of invoices.slice(1)) await call('send_invoice', studio.id, id);
  await call('record_payment', studio.id, invoices[1].id);
  const asked = await owner.get(`/clients/${client.id}`);
  await owner.press(asked, 'Move client to trash');
  const { intake } = await shareLinks(w, one.id);
  /** Those of the client's page, of the projects' pages, and of the page behind a link of the first one. */
  const statuses = async () => {
    const pages = [
      `/clients/${client.id}`,
      ...[one, other, early].map(({ id }) => `/projects/${id}`),
      intake,
    ];
    return (await Promise.all(pages.map(page => owner.get(page)))).map(({ status }) => status);
  };
  return { studio, client, early, owner, statuses, asked };
}

test('a client is restored with the projects and links that were trashed with it, and no others', async t => {
  const { studio, client, early, owner, statuses, asked } = await trashed();
  const warning = 'aren’t paid: their links stop working until you restore them.';
  shows(t, asked, `still count in totals. INV-0004 and INV-0003 ${warning} Move client to trash`);
  t.deepEqual(await statuses(), [404, 404, 404, 404, 404]);
  const page = await owner.follow(await owner.get('/clients'), 'Trash');
  shows(t, page, 'Ines Falk');
  lacks(t, page, 'Early');
  const restored = await owner.press(page, 'Restore');
  t.is(restored.location, `/clients/${client.id}?done=client.restore`);
  t.deepEqual(await statuses(), [200, 200, 200, 404, 200]);
  t.like((await studio.get('/me')).body.limits, { clients: { used: 1 }, activeProjects: { used: 2 } });
  const rest = await owner.press(await owner.get('/trash'), 'Restore');
  t.is(rest.location, `/projects/${early.id}?done=project.restore`);
  t.deepEqual(await statuses(), [200, 200, 200, 200, 200]);
  shows(t, await owner.get('/trash'), 'No clients in the trash. … No projects in the trash.');
});

test('simultaneous restores and additions never exceed the cap', async t => {
  const studio = await w.workspace({ plan: 'free' });
  const client = await studio.client();
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) {
    const { id } = await studio.project({ clientId: client.id });
    await call('trash_project', studio.id, id);
    ids.push(id);
  }
  const restore = (id: string) =>
    w.service.query('select corkboard.restore_project($1, $2)', [studio.id, id]).then(
      () => 201,
      error => toFailure(error)!.code,
    );
  const add = async () => (await studio.post('/projects', { clientId: client.id, name: 'New' })).status;
  const outcomes = await Promise.all([...ids.map(restore), add(), add()]);
  t.is(outcomes.filter(outcome => outcome === 201).length, 3);
  t.is((await studio.get('/me')).body.limits.activeProjects.used, 3);
});

test('the trash lists the last 25 clients, and a search finds older ones', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  await sql(
    `select corkboard.trash_client($1, (corkboard.create_client(($1::uuid, 'app', 'Ada')::corkboard.caller,
         case n when 0 then 'Zoë' else 'Client ' || n end, null, null, null)).id) from generate_series(0, 26) n`,
    studio.id,
  );
  const owner = await w.owner(studio.id);
  const page = await owner.get('/trash');
  t.is(rowsOf(page.text).length, 25);
  lacks(t, page, 'Zoë');
  shows(t, page, 'The last 25 of each are listed.');
  t.like(rowsOf((await owner.get('/trash?search=zoe')).text), { length: 1, 0: ['Zoë'] });
});
