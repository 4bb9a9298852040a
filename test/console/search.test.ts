import test from 'ava';
import { digitsOf } from '../../src/formatting/index.ts';
import { amountPatterns } from '../../src/money/amountPatterns.ts';
import { decimal } from '../../src/money/decimal.ts';
import { fieldOf, lacks, linksOf, rowsOf, type Seen, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import type { PersonBrowser } from '../support/session.ts';

const w = consoleWorld(test);
const { sql, call } = w;

/** The names in the first column of a list, in order. */
const namesIn = ({ text }: Seen) => rowsOf(text).map(([name]) => name!);
const listed = async (owner: PersonBrowser, address: string) => namesIn(await owner.get(address));
const found = (owner: PersonBrowser, list: string, search: string) =>
  listed(owner, `${list}?search=${encodeURIComponent(search)}`);

/** The caller who adds records to the workspace $1. */
const by = `($1::uuid, 'app', 'ana@studio.example')::corkboard.caller`;

/** Adds projects to a client, whose names are not in the order in which they are added. */
const addProjects = (count: number, ...ids: string[]) =>
  sql(
    `select (corkboard.create_project(${by}, $2, 'Name ' || n * 7 % 29, 'active', null, null, null, null)).id
       from generate_series(1, ${count}) n`,
    ...ids,
  );

/** A workspace with one client, who has a project with an invoice. */
async function studioOf(client: Record<string, string>, project = 'Website') {
  const studio = await w.workspace({ plan: 'studio' });
  const { id: clientId } = await studio.client(client);
  const { id: projectId } = await studio.project({ clientId, name: project });
  await studio.invoice(projectId, { poNumber: 'PO-77/x' });
  return { studio, owner: await w.owner(studio.id), clientId, projectId };
}

test('a search ignores case, accents and the kinds of apostrophes, dashes and spaces, and finds a client, its projects and its invoices', async t => {
  const pairs = [
    ['Müller', 'MULLER'],
    ['Muller', 'müll'],
    ['Łódź Studio', 'lodz'],
    ['Smørrebrød', 'SMORREBROD'],
    ['Æsop & Œuvre', 'aesop & oeuvre'],
    ['Straße', 'STRASSE'],
    ['İstanbul', 'istanbul'],
    ['Zoe\u0301', 'zoé'],
    ['Ελλάς', 'ελλας'],
    ['O’Brien, O‘Brien, OʼBrien, O´Brien', "o'brien, O`BRIEN, o′brien, o’brien"],
    ['Smith–Jones — Paris‑Nord', 'smith-jones - paris−nord'],
    ['Foo Bar', 'foo  bar'],
    ['Foo \t\u00a0\u2003Bar', 'foo bar'],
    ['„Salon“ «Nord»', '"salon" “nord”'],
    ['Dona\u00addonau\u200b', 'donadonau'],
  ];
  const folded = await sql(
    `select p.pair from json_array_elements($1::json) p (pair)
      where strpos(corkboard.fold_for_search(p.pair ->> 0), corkboard.fold_for_search(p.pair ->> 1)) = 0`,
    JSON.stringify(pairs),
  );
  t.deepEqual(folded, []);
  const { studio, owner, clientId } = await studioOf({ name: 'Ada' });
  for (const [name, search] of [
    ['Jack O’Brien', "o'brien"],
    ['100% Wool_Co\\', '% wool_co\\'],
  ] as const) {
    await call('change_client', studio.id, clientId, { name });
    t.deepEqual(await found(owner, '/clients', search), [name], search);
  }
  t.deepEqual(await found(owner, '/projects', 'wool'), ['Website']);
  t.deepEqual(await found(owner, '/invoices', 'wool'), ['INV-0001']);
  t.deepEqual(await found(owner, '/invoices', 'ada'), [], 'a renamed client is found by its new name only');
  await call('change_client', studio.id, clientId, { name: 'Ada' });
  // Wildcards have no special meaning.
  for (const search of ['%', '_', 'A_a', '\\'])
    for (const list of ['/clients', '/projects', '/invoices'])
      t.deepEqual(await found(owner, list, search), [], `${list} ${search}`);
});

/** A workspace with a part-paid invoice of 5,486.50, whose payment has a reference, and two change orders. */
async function studioWithFigures() {
  const { studio, owner, clientId, projectId } = await studioOf({ name: 'Ada' });
  await call('change_client', studio.id, clientId, {
    billing_email: 'office@bay.example',
    vat_number: 'DE136695976',
    phone: '+49 (30) 123-4567',
  });
  const lineItems = [
    { description: 'Corner shop front', quantityHundredths: 100, unitPriceCents: 500_000 },
    { description: 'Über-uns-Seite', quantityHundredths: 100, unitPriceCents: 48_650 },
  ];
  const { id: invoiceId } = await studio.invoice(projectId, { currency: 'EUR', lineItems });
  await call('send_invoice', studio.id, invoiceId);
  await call('record_payment', studio.id, invoiceId, 139_000, '2026-03-04', null, 'RF18 5390 0754');
  await studio.scope(projectId, { priceCents: 100_000 });
  await call('approve_scope', studio.id, projectId, 'Ada');
  const [order] = await call(
    'propose_change_order',
    studio.id,
    projectId,
    'A web shop',
    'Ten breads',
    77_700,
    1,
  );
  await call('approve_change_order', studio.id, projectId, 88_800);
  return { studio, owner, clientId, projectId, invoiceId, orderId: order.id };
}

test('a search finds amounts, payments, change orders, lines, VAT numbers, billing emails and phone numbers, with amount and state', async t => {
  const { studio, owner, projectId, invoiceId, orderId } = await studioWithFigures();
  for (const search of [
    '5486.50',
    '5.486,50',
    '5486',
    '4,096.50',
    '1390',
    'rf18 5390',
    'RF185390',
    'shop front',
    'uber uns',
  ])
    t.deepEqual(
      await sql(
        'select number from corkboard.invoices i where i.workspace_id = $1 and i.id in (select corkboard.found_records($1, $2, $3, $4))',
        ...[studio.id, 'invoice', search, amountPatterns(search)],
      ),
      ['1390', 'rf18 5390', 'RF185390', 'uber uns'].includes(search) ? [] : [{ number: 'INV-0002' }],
      search,
    );
  t.deepEqual(await found(owner, '/invoices', 'rf185390'), ['INV-0002']);
  t.deepEqual(await found(owner, '/clients', 'DE 136695976'), ['Ada']);
  for (const text of ['office@bay', '(30) 123', '+4930123'])
    t.deepEqual(await found(owner, '/clients', text), ['Ada'], text);
  const search = async (text: string) => owner.get(`/search?search=${encodeURIComponent(text)}`);
  const page = await search('1.390,00');
  shows(t, page, 'Payments Payment of INV-0002 Ada · RF18 5390 0754 €1,390.00 Received Mar 4');
  shows(t, page, 'Invoices INV-0002 Ada · Website €4,096.50 due of €5,486.50 Partly paid');
  shows(t, await search('ada'), 'Clients Ada €4,096.50 due', 'Projects Website Ada $1,000.00 Active');
  await call('credit_invoice', studio.id, invoiceId, null, null, 500_005, 0);
  await call('refund_invoice', studio.id, invoiceId, 90_355, '2026-03-05');
  shows(t, await search('903,55'), 'Payments Refund of INV-0002 Ada -€903.55 Mar 5');
  const orders = await search('breads');
  shows(t, orders, 'Change orders A web shop Ada · Website $777.00 Draft');
  t.is(Object.fromEntries(linksOf(orders))['A web shop'], `/projects/${projectId}/change-orders/${orderId}`);
  shows(t, await search('888'), 'Change orders Change order Ada · Website $888.00 Approved');

  await sql('delete from corkboard.payments where workspace_id = $1', studio.id);
  lacks(t, await search('rf18 5390'), 'INV-0002');
  await call('trash_project', studio.id, projectId);
  shows(t, await search('breads'), 'Nothing matches');
  t.truthy(invoiceId);
});

test('the database writes amounts of each currency for the search as the console reads them', async t => {
  const currencies = Intl.supportedValuesOf('currency');
  const written = await sql(
    'select c.code, corkboard.amount_for_search(123450, c.code) as amount from unnest($1::text[]) c (code)',
    currencies,
  );
  t.deepEqual(
    written.filter(
      ({ code, amount: text }) =>
        `|${text}|` !==
        amountPatterns(decimal(123_450, digitsOf(code)))[0]!
          .replaceAll('%', '')
          .replace(/\.$/, '.|'),
    ),
    [],
  );
});

test('an invoice is found by its number, PO number, project and client, and a client by company, legal name, contact and email', async t => {
  const { studio, owner, clientId } = await studioOf(
    { name: 'Ada Marsh', company: 'Harbour Bakery', email: 'ada@harbour.example' },
    'Shop window',
  );
  await call('change_client', studio.id, clientId, { legal_name: 'Marsh & Töchter GmbH' });
  for (const search of ['inv-0001', 'po-77/X', 'shop', 'marsh', 'bakery', 'tochter', 'ada@harbour'])
    t.deepEqual(await found(owner, '/invoices', search), ['INV-0001'], search);
  t.deepEqual(await found(owner, '/projects', 'inv-0001'), []);
  t.deepEqual(await found(owner, '/clients', 'shop'), []);
});

test('a match never spans two fields, and nothing of another workspace or in the trash is found', async t => {
  const { studio, owner, projectId, clientId } = await studioOf({ name: 'Ada', company: 'Bay' });
  await studioOf({ name: 'Stranger' });
  const nothing = async (search: string, lists = ['/clients', '/projects', '/invoices']) => {
    for (const list of lists) t.deepEqual(await found(owner, list, search), [], `${list} ${search}`);
  };
  await nothing('adabay');
  await nothing('stranger');
  shows(t, await owner.get('/search?search=stranger'), 'Nothing matches');
  await call('trash_project', studio.id, projectId);
  await nothing('website', ['/projects']);
  await call('trash_client', studio.id, clientId);
  await nothing('ada', ['/clients', '/projects']);
  t.notRegex((await owner.get('/search?search=ada')).text, /<h2>(?:Clients|Projects)<\/h2>/);
});

test('a record whose id changes is found under the new id only', async t => {
  const { studio, owner } = await studioOf({ name: 'Ada' });
  const { id } = await studio.client({ name: 'Moved' });
  await sql('update corkboard.clients set id = corkboard.uuid_v7() where id = $1', id);
  t.deepEqual(await found(owner, '/clients', 'moved'), ['Moved']);
  t.deepEqual(await sql('select 1 from corkboard.search_entries where record_id = $1', id), []);
});

test('search entries stay correct while records change concurrently', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  const clients = await Promise.all(
    Array.from({ length: 8 }, (_, n) => studio.client({ name: `Client ${n}` })),
  );
  await Promise.all(
    clients.flatMap(({ id }, n) =>
      ['Ä', 'B', 'Ç'].map(name => call('change_client', studio.id, id, { name: `${name} ${n}` })),
    ),
  );
  const wrong = await sql(
    `select *
       from (select * from corkboard.clients where workspace_id = $1) c
       full join (select * from corkboard.search_entries where workspace_id = $1) e on e.record_id = c.id
      where corkboard.fold_for_search(c.name) is distinct from split_part(e.search_text, E'\\x1f', 1)`,
    studio.id,
  );
  t.deepEqual(wrong, []);
});

test('each list can be read in the order of each column, both ways, without loss or repetition', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  const owner = await w.owner(studio.id);
  const [{ ids }] = await sql(
    `select array_agg((corkboard.create_client(${by}, 'Name ' || n * 7 % 29, null,
              case when n % 3 > 0 then 'Company ' || n % 2 end, null)).id) as ids
       from generate_series(1, 29) n`,
    studio.id,
  );
  const [project] = await addProjects(29, studio.id, ids[0]);
  await sql(
    `select corkboard.draft_invoice(${by}, $2, 'invoice', 'USD', '[]', n % 4 * 1000 + 100, 0, 0, false, 0,
              case when n % 3 > 0 then date '2026-12-01' + n % 5 end, null, null, null)
       from generate_series(1, 29) n`,
    ...[studio.id, project.id],
  );
  for (const [list, columns] of [
    ['/clients', 'name company added'],
    ['/projects', 'name client stage added'],
    ['/invoices', 'number client issued due amount'],
  ] as const) {
    const all = [...(await listed(owner, list)), ...(await listed(owner, `${list}?page=2`))].sort();
    t.is(new Set(all).size, 29);
    for (const key of columns.split(' ').flatMap(name => [name, `-${name}`])) {
      const first = await owner.get(`${list}?sort=${key}`);
      t.is(namesIn(first).length, 25, key);
      t.deepEqual([...namesIn(first), ...namesIn(await owner.follow(first, 'Next'))].sort(), all, key);
    }
    t.is((await owner.get(`${list}?sort=password`)).status, 422);
  }
});

test('a heading sorts by its column, then the other way round, and says which way the list is sorted', async t => {
  const { studio, owner } = await studioOf({ name: 'Ada' });
  await studio.client({ name: 'Bo' });
  const page = await owner.get('/clients?search=&page=1');
  t.deepEqual(namesIn(page), ['Ada', 'Bo']);
  t.regex(page.text, /<th scope="col" aria-sort="ascending"><a href="[^"]*sort=-name">Name/);
  const reversed = await owner.follow(page, 'Name');
  t.regex(reversed.text, /<th scope="col" aria-sort="descending"><a href="[^"]*sort=name">Name/);
  t.deepEqual(namesIn(reversed), ['Bo', 'Ada']);
  t.regex(reversed.text, /<input type="hidden" name="sort" value="-name">/);
});

test('a list that is searched and sorted keeps both on its next page, and its tabs and totals count the results', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  const client = await studio.client({ name: 'Müller' });
  await addProjects(27, studio.id, client.id);
  const owner = await w.owner(studio.id);
  const address = '/projects?search=muller&sort=-name';
  const page = await owner.get(address);
  t.is(Object.fromEntries(linksOf(page)).Next, `${address}&page=2`);
  shows(t, page, 'Current 27');
  shows(t, await owner.get(`${address}&status=paused`), 'No projects match these filters');
  const { id } = await studio.project({ clientId: client.id });
  await studio.invoice((await studio.project()).id, { amountCents: 500 });
  await studio.invoice(id);
  await studio.invoice(id, { amountCents: 12_345, currency: 'EUR' });
  shows(t, await owner.get('/invoices?search=muller&status=DRAFT'), 'Drafts 2', 'Total of 2 … €123.45');
  shows(t, await owner.get('/invoices?search=nothing'), 'No invoices or estimates match');
});

// The page that searches everything.

test('one search finds clients, projects and invoices, each with a link', async t => {
  const { owner, clientId, projectId } = await studioOf({ name: 'Zoë Marsh' });
  const page = await owner.get('/search?search=zoe');
  shows(t, page, 'Clients Zoë Marsh', 'Projects Website', 'Invoices INV-0001');
  const links = Object.fromEntries(linksOf(page));
  t.deepEqual([links['Zoë Marsh'], links.Website], [`/clients/${clientId}`, `/projects/${projectId}`]);
  shows(t, await owner.follow(page, 'INV-0001'), 'PO-77/x');
  const byNumber = await owner.get('/search?search=po-77');
  t.notRegex(byNumber.text, /<h2>Clients<\/h2>/);
  shows(t, byNumber, 'INV-0001');
  for (const address of ['/search', '/search?search=', '/search?search=%20', '/search?search=%00']) {
    const { status, text } = await owner.get(address);
    t.is(status, 200, address);
    t.notRegex(text, /<h2>|Nothing matches/);
  }
  shows(t, await owner.get('/search?search=nothing'), 'Nothing matches “nothing”');
  const long = await owner.get(`/search?search=${'x'.repeat(5000)}`);
  shows(t, long, `Nothing matches “${'x'.repeat(500)}”`);
});

test('if there are more results than are shown, the page links to the list with the same search', async t => {
  const { studio, clientId, owner } = await studioOf({ name: 'Ada' });
  for (let n = 0; n < 9; n++) await studio.project({ clientId, name: `Logo ${n}` });
  const page = await owner.get('/search?search=logo');
  t.is(linksOf(page).filter(([name]) => name.startsWith('Logo ')).length, 8);
  t.is(namesIn(await owner.follow(page, 'All projects that match')).length, 9);
});

test('error pages have the navigation and the search for signed-in people only', async t => {
  const { owner } = await studioOf({ name: 'Ada' });
  for (const address of ['/nonesuch', '/clients/nonesuch', '/invoices?status=nonesuch']) {
    const { status, text } = await owner.get(address);
    t.true([404, 422].includes(status), address);
    t.regex(text, /<nav aria-label="Console">[\s\S]*<form method="get" action="\/search"/, address);
  }
  const client = await w.stranger().get(`/invoice/${'w'.repeat(65)}`);
  t.is(client.status, 404);
  t.notRegex(client.text, /aria-label="Console"|href="\/"/);
});

// The page New.

test('the newest projects are offered for an invoice or time, a search finds others, and links lead to an open form', async t => {
  const { studio, owner, projectId } = await studioOf({ name: 'Zoë' });
  for (let n = 0; n < 9; n++) await studio.project({ name: `Logo ${n}` });
  const offered = (page: Seen) =>
    linksOf(page).flatMap(([name]) => (name.startsWith('New invoice for ') ? [name.slice(16)] : []));
  t.deepEqual(
    offered(await owner.get('/new')),
    [8, 7, 6, 5, 4, 3, 2, 1].map(n => `Logo ${n}`),
  );
  t.deepEqual(offered(await owner.get('/invoices/new?search=zoe')), ['Website']);
  shows(t, await owner.get('/new?search=nothing'), 'No projects match “nothing”');
  const page = await owner.get('/new?search=website');
  t.regex((await owner.follow(page, 'New invoice for Website')).text, /<details class="editor"[^>]* open>/);
  const time = await owner.follow(page, 'Log time on Website');
  t.regex(time.text, /<details open><summary class="button">Log time/);
  t.is(fieldOf(time, 'Description'), '');
  shows(t, await owner.follow(page, 'Add client'), 'Add client');
  const forEstimates = await owner.get('/invoices/new?kind=estimate&search=website');
  t.deepEqual(offered(forEstimates), []);
  t.is(fieldOf(await owner.follow(forEstimates, 'New estimate for Website'), 'Valid until'), '');
  const invoices = await owner.get(`/projects/${projectId}?tab=invoices`);
  t.notRegex(invoices.text, /<details class="editor"/);
  const opened = await owner.follow(invoices, 'New estimate');
  t.regex(opened.text, /<details class="editor"[^>]* open>/);
  t.is(fieldOf(opened, 'Valid until'), '');
  await call('trash_project', studio.id, projectId);
  t.deepEqual(offered(await owner.get('/new?search=website')), []);
  const newcomer = await w.owner((await w.workspace()).id);
  const start = await newcomer.follow(await newcomer.get('/new'), 'Add your first project');
  lacks(t, start, 'No projects match');
});
