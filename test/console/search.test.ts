import test from 'ava';
import { hostile, people } from '../support/console.ts';
import { world } from '../support/world.ts';

const w = world(test);
const p = people(test, w);
const { sql } = w;

type Owner = Awaited<ReturnType<typeof p.owner>>;

/** The names in the first column of a list, in order. */
async function listed(owner: Owner, address: string): Promise<string[]> {
  const { text } = await owner.get(address);
  return [...text.matchAll(/<th scope="row"[^>]*><a href="[^"]*">([^<]*)<\/a>/g)].map(([, name]) => name!);
}

const found = (owner: Owner, list: string, search: string) =>
  listed(owner, `${list}?search=${encodeURIComponent(search)}`);

/** A workspace with one client, who has a project with an invoice. */
async function studioOf(client: Record<string, string>, project = 'Website') {
  const studio = await w.workspace({ plan: 'studio' });
  const { id: clientId } = await studio.client(client);
  const { id: projectId } = await studio.project({ clientId, name: project });
  await studio.invoice(projectId, { poNumber: 'PO-77/x' });
  return { studio, owner: await p.owner(studio.id), clientId, projectId };
}

for (const [name, search] of [
  ['Müller', 'MULLER'],
  ['Muller', 'müll'],
  ['Łódź Studio', 'lodz'],
  ['Smørrebrød', 'SMORREBROD'],
  ['Æsop & Œuvre', 'aesop & oeuvre'],
  ['Straße', 'STRASSE'],
  ['İstanbul', 'istanbul'],
  ['Zoe\u0301', 'zoé'],
  ['Ελλάς', 'ελλας'],
  ['100% Wool_Co\\', '% wool_co\\'],
] as const)
  test(`a search for ${search} finds ${name}: the client, its projects and its invoices`, async t => {
    const { owner } = await studioOf({ name });
    t.is((await found(owner, '/clients', search)).length, 1);
    t.deepEqual(await found(owner, '/projects', search), ['Website']);
    t.deepEqual(await found(owner, '/invoices', search), ['INV-0001']);
  });

test('wildcards in a search have no special meaning', async t => {
  const { owner } = await studioOf({ name: 'Ada' });
  for (const search of ['%', '_', 'A%a', 'A_a', '\\', '%%'])
    for (const list of ['/clients', '/projects', '/invoices'])
      t.deepEqual(await found(owner, list, search), [], `${list} ${search}`);
});

test('an invoice is found by its number, PO number, project and client, and a client by company, contact and email', async t => {
  const { owner } = await studioOf(
    { name: 'Ada Marsh', company: 'Harbour Bakery', email: 'ada@harbour.example' },
    'Shop window',
  );
  for (const search of ['inv-0001', 'po-77/X', 'shop', 'marsh', 'bakery', 'ada@harbour'])
    t.deepEqual(await found(owner, '/invoices', search), ['INV-0001'], search);
  t.deepEqual(await found(owner, '/projects', 'inv-0001'), []);
  t.deepEqual(await found(owner, '/clients', 'shop'), []);
});

test('a match never spans two fields, and nothing of another workspace or in the trash is found', async t => {
  const { studio, owner, projectId, clientId } = await studioOf({ name: 'Ada', company: 'Bay' });
  await studioOf({ name: 'Stranger' });
  t.deepEqual(await found(owner, '/clients', 'adabay'), []);
  t.deepEqual(await found(owner, '/clients', 'stranger'), []);
  t.deepEqual(await found(owner, '/invoices', 'stranger'), []);
  await sql('select corkboard.trash_project($1, $2)', studio.id, projectId);
  t.deepEqual(await found(owner, '/projects', 'website'), []);
  await sql('select corkboard.trash_client($1, $2)', studio.id, clientId);
  t.deepEqual(await found(owner, '/clients', 'ada'), []);
});

test('a renamed record is found by its new name only', async t => {
  const { studio, owner, clientId, projectId } = await studioOf({ name: 'Ada' });
  await sql('select corkboard.change_client($1, $2, $3)', studio.id, clientId, { name: 'Eve' });
  await sql('select corkboard.change_project($1, $2, $3)', studio.id, projectId, { name: 'Logo' });
  t.deepEqual(await found(owner, '/clients', 'ada'), []);
  t.deepEqual(await found(owner, '/invoices', 'eve'), ['INV-0001']);
  t.deepEqual(await found(owner, '/invoices', 'logo'), ['INV-0001']);
  t.deepEqual(await found(owner, '/invoices', 'website'), []);
});

test('a record whose id changes is found under the new id only', async t => {
  const { studio, owner } = await studioOf({ name: 'Ada' });
  const { id } = await studio.client({ name: 'Moved' });
  await sql(
    'update corkboard.clients set id = corkboard.uuid_v7() where workspace_id = $1 and id = $2',
    studio.id,
    id,
  );
  t.deepEqual(await found(owner, '/clients', 'moved'), ['Moved']);
  const entries = await sql(
    'select 1 from corkboard.search_entries where workspace_id = $1 and record_id = $2',
    studio.id,
    id,
  );
  t.is(entries.length, 0);
});

test('search entries stay correct while records change concurrently', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  const clients = await Promise.all(
    Array.from({ length: 8 }, (_, n) => studio.client({ name: `Client ${n}` })),
  );
  await Promise.all(
    clients.flatMap(({ id }, n) =>
      ['Ä', 'B', 'Ç'].map(name =>
        sql('select corkboard.change_client($1, $2, $3)', studio.id, id, { name: `${name} ${n}` }),
      ),
    ),
  );
  const wrong = await sql(
    `select *
       from (select * from corkboard.clients where workspace_id = $1) c
       full join (select * from corkboard.search_entries where workspace_id = $1) e on e.record_id = c.id
      where corkboard.fold_for_search(corkboard.client_search_text(c.name, c.company, c.contact_name, c.email))
            is distinct from e.search_text`,
    studio.id,
  );
  t.deepEqual(wrong, []);
});

const sorts = {
  '/clients': ['name', 'company', 'added'],
  '/projects': ['name', 'client', 'stage', 'added'],
  '/invoices': ['number', 'client', 'issued', 'due', 'amount'],
};
for (const [list, keys] of Object.entries(sorts))
  test(`${list} can be read in the order of each column, both ways, without loss or repetition`, async t => {
    const studio = await w.workspace({ plan: 'studio' });
    const client = await studio.client({ name: 'Zed', company: 'Same' });
    const project = await studio.project({ clientId: client.id, name: 'Only' });
    for (let n = 0; n < 29; n++) {
      const name = `Name ${String((n * 7) % 29).padStart(2, '0')}`;
      if (list === '/clients') await studio.client({ name, ...(n % 3 && { company: `Company ${n % 2}` }) });
      if (list === '/projects') await studio.project({ clientId: client.id, name });
      if (list === '/invoices')
        await studio.invoice(project.id, {
          amountCents: (n % 4) * 1000 + 100,
          ...(n % 3 && { dueDate: `2026-12-0${(n % 5) + 1}` }),
        });
    }
    const owner = await p.owner(studio.id);
    const all = await listed(owner, `${list}`).then(async first => [
      ...first,
      ...(await listed(owner, `${list}?page=2`)),
    ]);
    for (const key of keys.flatMap(name => [name, `-${name}`])) {
      const pages = [
        await listed(owner, `${list}?sort=${key}`),
        await listed(owner, `${list}?sort=${key}&page=2`),
      ];
      t.is(pages[0]!.length, 25, key);
      t.deepEqual(pages.flat().sort(), [...all].sort(), key);
    }
    t.is((await owner.get(`${list}?sort=password`)).status, 422);
  });

test('a heading sorts by its column, then the other way round, and says which way the list is sorted', async t => {
  const { studio, owner } = await studioOf({ name: 'Ada' });
  await studio.client({ name: 'Bo' });
  t.deepEqual(await listed(owner, '/clients'), ['Ada', 'Bo']);
  const { text } = await owner.get('/clients?search=&page=1');
  t.regex(text, /<th scope="col" aria-sort="ascending"><a href="[^"]*sort=-name">Name/);
  const reversed = await owner.get('/clients?sort=-name');
  t.regex(reversed.text, /<th scope="col" aria-sort="descending"><a href="\/clients\?sort=name">Name/);
  t.deepEqual(await listed(owner, '/clients?sort=-name'), ['Bo', 'Ada']);
  t.regex(reversed.text, /<input type="hidden" name="sort" value="-name">/);
});

test('a list that is searched and sorted is at most 25 KB for 25 rows, takes one statement, and keeps both on its next page', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  const client = await studio.client({ name: 'Müller' });
  for (let n = 0; n < 27; n++) await studio.project({ clientId: client.id, name: `Project number ${n}` });
  const owner = await p.owner(studio.id);
  const address = '/projects?search=muller&sort=-name';
  const { text } = await owner.get(address);
  t.true(Buffer.byteLength(text) <= 25_600, `${Buffer.byteLength(text)}`);
  t.regex(text, /href="\/projects\?search=muller&amp;sort=-name&amp;page=2"/);
  t.regex(text, /Current <span class="count">27<\/span>/);
  t.regex((await owner.get(`${address}&status=paused`)).text, /No projects match these filters/);
});

test('tabs and totals of invoices count the search results', async t => {
  const { studio, owner, projectId } = await studioOf({ name: 'Ada' });
  const other = await studio.project({ name: 'Elsewhere' });
  await studio.invoice(other.id, { amountCents: 500 });
  await studio.invoice(projectId, { amountCents: 12_345, currency: 'EUR' });
  const { text } = await owner.get('/invoices?search=ada&status=DRAFT');
  t.regex(text, /Drafts <span class="count">2<\/span>/);
  t.regex(text, /Total of 2<[\s\S]*€123\.45/);
  t.regex((await owner.get('/invoices?search=nothing')).text, /No invoices or estimates match/);
});

// The page that searches everything.

async function studioWithWork() {
  const studio = await w.workspace({ plan: 'studio' });
  const client = await studio.client({ name: 'Zoë Marsh', company: 'Harbour Bakery' });
  const project = await studio.project({ clientId: client.id, name: 'Website' });
  const invoice = await studio.invoice(project.id, { poNumber: 'PO-9' });
  return { studio, client, project, invoice, owner: await p.owner(studio.id) };
}

test('one search finds clients, projects and invoices, each with a link', async t => {
  const { client, project, invoice, owner } = await studioWithWork();
  const { text } = await owner.get('/search?search=zoe');
  t.regex(text, new RegExp(`<h2>Clients</h2>[\\s\\S]*href="/clients/${client.id}"`));
  t.regex(text, new RegExp(`<h2>Projects</h2>[\\s\\S]*href="/projects/${project.id}"`));
  t.regex(text, new RegExp(`<h2>Invoices</h2>[\\s\\S]*href="/invoices/${invoice.id}">INV-0001`));
  const byNumber = await owner.get('/search?search=po-9');
  t.notRegex(byNumber.text, /<h2>Clients<\/h2>/);
  t.regex(byNumber.text, /INV-0001/);
});

test.serial('the search page takes one statement, and a blank search finds nothing', async t => {
  const { owner } = await studioWithWork();
  t.is(await p.counted(() => owner.get('/search?search=zoe')), 1);
  for (const address of ['/search', '/search?search=', '/search?search=%20']) {
    const { status, text } = await owner.get(address);
    t.is(status, 200);
    t.notRegex(text, /<h2>|Nothing matches/);
  }
  t.regex((await owner.get('/search?search=nothing')).text, /Nothing matches “nothing”/);
});

test('if there are more results than are shown, the page links to the list with the same search', async t => {
  const { studio, client, owner } = await studioWithWork();
  for (let n = 0; n < 9; n++) await studio.project({ clientId: client.id, name: `Logo ${n}` });
  const { text } = await owner.get('/search?search=logo');
  t.is([...text.matchAll(/>Logo \d</g)].length, 8);
  t.regex(text, /href="\/projects\?search=logo&amp;include_archived=true">All projects that match/);
});

test('a search finds nothing of other workspaces or in the trash, and hostile and very long text is only text', async t => {
  const { studio, client, project, owner } = await studioWithWork();
  const stranger = await p.owner((await w.workspace()).id);
  t.regex((await stranger.get('/search?search=zoe')).text, /Nothing matches/);
  await sql('select corkboard.trash_project($1, $2)', studio.id, project.id);
  await sql('select corkboard.trash_client($1, $2)', studio.id, client.id);
  const { text } = await owner.get('/search?search=zoe');
  t.notRegex(text, /<h2>(?:Clients|Projects)<\/h2>/);
  for (const search of [hostile, '%', '\u0000', 'x'.repeat(5000)]) {
    const shown = await owner.get(`/search?search=${encodeURIComponent(search)}`);
    t.is(shown.status, 200);
    t.notRegex(shown.text, /<script>|<img/);
  }
});

test('error pages have the navigation and the search for signed-in people only', async t => {
  const { owner } = await studioWithWork();
  for (const address of ['/nonesuch', '/clients/nonesuch', '/invoices?status=nonesuch']) {
    const { status, text } = await owner.get(address);
    t.true([404, 422].includes(status), address);
    t.regex(text, /<nav aria-label="Console">[\s\S]*<form method="get" action="\/search"/, address);
  }
  const client = await fetch(`${w.baseUrl}/invoice/${'x'.repeat(43)}`);
  t.is(client.status, 404);
  t.notRegex(await client.text(), /aria-label="Console"|href="\/"/);
});

// The page New.

async function studioWithProjects() {
  const studio = await w.workspace({ plan: 'studio' });
  const client = await studio.client({ name: 'Zoë' });
  const project = await studio.project({ clientId: client.id, name: 'Website' });
  for (let n = 0; n < 9; n++) await studio.project({ name: `Logo ${n}` });
  return { studio, project, owner: await p.owner(studio.id) };
}

const projectsIn = (page: string) =>
  [...page.matchAll(/aria-label="New invoice for ([^"]*)"/g)].map(([, name]) => name);

test('the newest projects are offered for an invoice or time, and a search finds others by name or client', async t => {
  const { studio, project, owner } = await studioWithProjects();
  const { text } = await owner.get('/new');
  t.deepEqual(projectsIn(text), [
    'Logo 8',
    'Logo 7',
    'Logo 6',
    'Logo 5',
    'Logo 4',
    'Logo 3',
    'Logo 2',
    'Logo 1',
  ]);
  t.deepEqual(projectsIn((await owner.get('/invoices/new?search=zoe')).text), ['Website']);
  t.regex((await owner.get('/new?search=nothing')).text, /No projects match “nothing”/);
  await sql('select corkboard.trash_project($1, $2)', studio.id, project.id);
  t.deepEqual(projectsIn((await owner.get('/new?search=website')).text), []);
});

test('its links lead to an open form', async t => {
  const { project, owner } = await studioWithProjects();
  const found = await owner.get('/new?search=website');
  const [invoice, time] = [
    await owner.follow(found, 'New invoice for Website'),
    await owner.follow(found, 'Log time on Website'),
  ];
  t.regex(invoice.text, /<details class="editor" open>/);
  t.regex(time.text, /<details open><summary class="button">Log time/);
  t.regex((await owner.get('/clients?new=add')).text, /<details open><summary class="button">Add client/);
  t.notRegex((await owner.get(`/projects/${project.id}?tab=invoices`)).text, /<details[^>]* open>/);
});

test.serial('the page takes one statement, and shows a newcomer where to start', async t => {
  const { owner } = await studioWithProjects();
  t.is(await p.counted(() => owner.get('/new?search=logo')), 1);
  const newcomer = await p.owner((await w.workspace()).id);
  t.regex((await newcomer.get('/new')).text, /href="\/projects\?new=add">Add your first project/);
});
