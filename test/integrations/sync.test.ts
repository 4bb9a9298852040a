import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Account } from '../support/account.ts';
import { intercept } from '../support/interceptor.ts';
import { recipeFolder, runRecipe } from '../support/recipes.ts';
import { world } from '../support/world.ts';

// The sync that docs/integrators.md shows, run as the page shows it.
const w = world(test);

const caller = `($1::uuid, 'app', 'owner@studio.example')::corkboard.caller`;

const addClients = (studio: Account, from: number, to: number) =>
  w.sql(
    `select (corkboard.create_client(${caller}, 'Client ' || lpad(n::text, 5, '0'), null, null, null)).id
     from generate_series($2::int, $3::int) n`,
    studio.id,
    from,
    to,
  );

const addProjects = (studio: Account, clientId: string, count: number) =>
  w.sql(
    `select (corkboard.create_project(${caller}, $2, 'Project ' || n, 'active', null, null, null, null)).id
     from generate_series(1, $3::int) n`,
    studio.id,
    clientId,
    count,
  );

/** Runs the sync behind an interceptor that does something while each page is read. Returns the copies that it wrote. */
async function sync(
  t: ExecutionContext,
  studio: Account,
  whileRead: (
    request: { number: number; path: string },
    forward: () => Promise<Response>,
  ) => Promise<Response>,
) {
  const folder = await recipeFolder(t);
  const baseUrl = await intercept(t, w.baseUrl, whileRead);
  const { status, errors } = await runRecipe(t, folder, 'sync.mjs', { baseUrl, key: studio.key }).ended;
  t.is(status, 0, errors);
  return async (name: string): Promise<any[]> =>
    JSON.parse(await readFile(join(folder, `corkboard-${name}.json`), 'utf8'));
}

const idsOf = (records: { id: string }[]) => records.map(({ id }) => id).sort();

const idsIn = async (table: 'clients' | 'projects', studio: Account) =>
  idsOf(
    await w.sql(
      `select id from corkboard.${table} where workspace_id = $1 and trashed_at is null`,
      studio.id,
    ),
  );

/** Moves a random record of a list to the trash. */
const trashAny = (table: 'client' | 'project', studio: Account) =>
  w.sql(
    `select corkboard.trash_${table}($1, (
       select id from corkboard.${table}s where workspace_id = $1 and trashed_at is null order by random() limit 1))`,
    studio.id,
  );

test('a sync finds exactly the clients that are left while others add and trash them', async t => {
  t.timeout(60_000);
  const studio = await w.workspace({ plan: 'studio' });
  await addClients(studio, 1, 350);
  let [pages, added] = [0, 0];
  const copy = await sync(t, studio, async ({ path }, forward) => {
    if (!path.includes('/clients') || ++pages > 14) return forward();
    // The new names sort before, between and after the others.
    const name = [0, 150, 99_000][pages % 3]! + pages;
    const [answer] = await Promise.all([
      forward(),
      addClients(studio, name, name),
      trashAny('client', studio),
    ]);
    added++;
    return answer;
  });
  t.is(added, 14);
  t.deepEqual(idsOf(await copy('clients')), await idsIn('clients', studio));
});

test('a sync finds a project that two walks in a row missed', async t => {
  t.timeout(60_000);
  const studio = await w.workspace({ plan: 'studio' });
  const { id: clientId } = await studio.client();
  await addProjects(studio, clientId, 300);
  const pages: string[][] = [];
  let transient: string;
  const copy = await sync(t, studio, async ({ path }, forward) => {
    if (!path.includes('/projects')) return forward();
    const answer = await forward();
    pages.push(idsOf(((await answer.clone().json()) as any).data));
    // In two walks of three pages each, a project is added after the first page and trashed after the second. So the
    // third page begins one project too late.
    if (pages.length === 1 || pages.length === 4)
      [{ id: transient }] = (await addProjects(studio, clientId, 1)) as [{ id: string }];
    if (pages.length === 2 || pages.length === 5)
      await w.sql('select corkboard.trash_project($1, $2)', studio.id, transient);
    return answer;
  });
  const found = (walk: string[][]) => [...new Set(walk.flat())].sort();
  t.is(found(pages.slice(0, 3)).length, 299);
  t.deepEqual(found(pages.slice(0, 3)), found(pages.slice(3, 6)));
  t.deepEqual(idsOf(await copy('projects')), await idsIn('projects', studio));
});

test('a sync reads archived projects, and waits when the reads of the minute are used up', async t => {
  const studio = await w.workspace();
  const { id: clientId } = await studio.client();
  const [archived] = await addProjects(studio, clientId, 2);
  await w.sql(`update corkboard.projects set status = 'archived' where id = $1`, archived.id);
  let limited = 0;
  const copy = await sync(t, studio, async ({ number }, forward) => {
    if (number !== 3) return forward();
    limited++;
    const body = JSON.stringify({
      error: 'This workspace has used its 120 reads of this minute.',
      code: 'rate_limited',
    });
    return new Response(body, { status: 429, headers: { 'Retry-After': '0' } });
  });
  t.is(limited, 1);
  t.deepEqual(idsOf(await copy('projects')), await idsIn('projects', studio));
  t.deepEqual(await copy('invoices'), []);
});
