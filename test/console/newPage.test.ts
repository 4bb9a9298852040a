import test from 'ava';
import { people } from '../support/console.ts';
import { world } from '../support/world.ts';

const w = world(test);
const p = people(test, w);
const { sql } = w;

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
  const [, invoice] = /href="([^"]*)" aria-label="New invoice for Website"/.exec(found.text)!;
  const [, time] = /href="([^"]*)" aria-label="Log time on Website"/.exec(found.text)!;
  t.regex((await owner.get(invoice!.replaceAll('&amp;', '&'))).text, /<details class="editor" open>/);
  t.regex(
    (await owner.get(time!.replaceAll('&amp;', '&'))).text,
    /<details open><summary class="button">Log time/,
  );
  t.regex((await owner.get('/clients?new=add')).text, /<details open><summary class="button">Add client/);
  t.notRegex((await owner.get(`/projects/${project.id}?tab=invoices`)).text, /<details[^>]* open>/);
});

test.serial('the page takes one statement, and shows a newcomer where to start', async t => {
  const { owner } = await studioWithProjects();
  t.is(await p.counted(() => owner.get('/new?search=logo')), 1);
  const newcomer = await p.owner((await w.workspace()).id);
  t.regex((await newcomer.get('/new')).text, /href="\/projects\?new=add">Add your first project/);
});
