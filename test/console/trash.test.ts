import test from 'ava';
import { toFailure } from '../../src/errors/translate.ts';
import { operator } from '../support/command.ts';
import { people } from '../support/console.ts';
import { world } from '../support/world.ts';

// The trash, and restoring records from it.

const w = world(test);
const p = people(test, w);
const { sql } = w;
const corkboard = operator(w);

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
