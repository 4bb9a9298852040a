import test from 'ava';
import { hostile, people } from '../support/console.ts';
import { world } from '../support/world.ts';

const w = world(test);
const p = people(test, w);
const { sql } = w;

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
