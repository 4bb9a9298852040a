import test from 'ava';
import type { Account } from '../support/account.ts';
import { callTool } from '../support/tools.ts';
import { sharedWorld } from '../support/world.ts';

const w = sharedWorld(test, 'api');

const names = (answer: { body: any }) => answer.body.data.map((client: { name: string }) => client.name);
const searched = (studio: Account, search: string) =>
  studio.get(`/clients?search=${encodeURIComponent(search)}`);

test('200: sorted by name as people sort, then by id, on pages without repeats or gaps', async t => {
  const studio = await w.workspace();
  for (const name of ['éclair', 'Zebra', 'apple', 'Eclipse', 'Apple', 'Same', 'Same', 'Same', 'Ärger']) {
    await studio.client({ name });
  }
  const all = await studio.get('/clients');
  t.deepEqual(names(all), ['apple', 'Apple', 'Ärger', 'éclair', 'Eclipse', 'Same', 'Same', 'Same', 'Zebra']);
  const ids = new Set<string>();
  for (let page = 1; page <= 5; page++) {
    const { body } = await studio.get(`/clients?per_page=2&page=${page}`);
    t.deepEqual(body.page, { page, perPage: 2, total: 9, pageCount: 5 });
    for (const client of body.data) ids.add(client.id);
  }
  t.is(ids.size, 9);
});

test('200: a page past the end is empty and has the right count', async t => {
  const studio = await w.workspace();
  t.deepEqual((await studio.get('/clients')).body, {
    data: [],
    page: { page: 1, perPage: 25, total: 0, pageCount: 0 },
  });
  await studio.client();
  for (const page of ['2', '999999999', '9007199254740993', '99999999999999999999999999', '9'.repeat(400)]) {
    const { status, body, text } = await studio.get(`/clients?page=${page}`);
    t.is(status, 200, page);
    t.deepEqual(body.data, []);
    const number = Math.min(Number(page), Number.MAX_SAFE_INTEGER);
    t.deepEqual(body.page, { page: number, perPage: 25, total: 1, pageCount: 1 });
    // An integer without an exponent, which every JSON parser reads as it is.
    t.regex(text, new RegExp(`"page":${number},`));
  }
  t.is((await callTool(studio, 'list_clients', { page: 1e20 })).body.page.page, Number.MAX_SAFE_INTEGER);
});

test('200: per_page above 100 counts as 100', async t => {
  const studio = await w.workspace();
  for (const asked of ['100', '101', '99999999999999999999']) {
    t.is((await studio.get(`/clients?per_page=${asked}`)).body.page.perPage, 100);
  }
});

test('200: search finds substrings of name and company, in every alphabet and case, and takes % and _ literally', async t => {
  const studio = await w.workspace();
  await studio.client({ name: 'Straße & Söhne' });
  await studio.client({ name: 'ОКЕАН', company: 'ΟΔΟΣ ltd' });
  await studio.client({ name: '100%_\\pure', company: 'Acme' });
  await studio.client({ name: 'ab', company: 'cd' });
  await studio.client({ name: 'İSTANBUL' });
  await studio.client({ name: 'Istanbul' });
  for (const [found, ...searches] of [
    [['Straße & Söhne'], 'STRASSE', ' söHNE '],
    [['ОКЕАН'], 'кеан', 'οδος'],
    [['100%_\\pure'], '%_\\P', '_', '%', 'acme'],
    [['Istanbul', 'İSTANBUL'], 'istanbul', 'İstanbul'],
    [[], '0_', 'bc', "'; drop table", 'ab\x1fcd', '\x1fcd'],
  ] as [string[], ...string[]][])
    for (const search of searches) t.deepEqual(names(await searched(studio, search)), found, search);
  const { page } = (await studio.get('/clients?search=a&per_page=1')).body;
  t.deepEqual(page, { page: 1, perPage: 1, total: 5, pageCount: 5 });
});

test('200: search finds an accented letter in both Unicode forms, whichever was typed', async t => {
  const studio = await w.workspace();
  const [composed, decomposed] = ['Café Ångström', 'Bjo\u0308rk Cafe\u0301'];
  await studio.client({ name: composed });
  await studio.client({ name: 'B', company: decomposed });
  for (const search of ['café', 'CAFE\u0301', 'É', 'E\u0301']) {
    t.deepEqual(names(await searched(studio, search)), ['B', composed]);
  }
  for (const search of ['björk', 'BJO\u0308RK']) {
    t.deepEqual(names(await searched(studio, search)), ['B']);
  }
});

test('200: the longest names are found, listed and counted', async t => {
  const studio = await w.workspace();
  const long = { name: `${'🙂'.repeat(498)}Zq`, company: `${'ß'.repeat(499)}Y` };
  await studio.client(long);
  await studio.client({ name: 'Yak' });
  for (const search of ['z', 'q', 'zq', 'y', '🙂', '🙂🙂', 'ssss']) {
    const { body } = await searched(studio, search);
    const expected = search === 'y' ? [long.name, 'Yak'] : [long.name];
    t.deepEqual(names({ body }), expected, search);
    t.is(body.page.total, expected.length);
  }
});

test('200: a search with many results is paged like any list', async t => {
  const studio = await w.workspace();
  await w.sql(
    `insert into corkboard.clients (workspace_id, name, created_via) select $1, 'Client ' || lpad(n::text, 5, '0'), 'app' from generate_series(1, 60) n`,
    studio.id,
  );
  for (const search of ['client', 'cl', 'c']) {
    const { body } = await studio.get(`/clients?search=${search}&per_page=2&page=30`);
    t.deepEqual(body.page, { page: 30, perPage: 2, total: 60, pageCount: 30 });
    t.deepEqual(names({ body }), ['Client 00059', 'Client 00060']);
  }
});

test('200: a client’s project count excludes trashed projects, and a trashed client isn’t listed', async t => {
  const studio = await w.workspace();
  const client = await studio.client({ name: 'Kept' });
  await studio.project({ clientId: client.id });
  const trashed = await studio.project({ clientId: client.id });
  await w.sql('select corkboard.trash_project($1, $2)', studio.id, trashed.id);
  const gone = await studio.client({ name: 'Gone' });
  await w.sql('select corkboard.trash_client($1, $2)', studio.id, gone.id);
  const { body } = await studio.get('/clients');
  t.is(body.page.total, 1);
  t.like(body.data[0], { name: 'Kept', projectCount: 1 });
  t.deepEqual(names(await studio.get('/clients?search=gone')), []);
});
