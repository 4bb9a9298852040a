import test from 'ava';
import { Project } from '../../src/records/project.ts';
import { everything, misuse, operator } from '../support/command.ts';
import { world } from '../support/world.ts';

const w = world(test);
const corkboard = operator(w);

test('set changes only the given fields', async t => {
  const studio = await w.workspace();
  const made = await studio.project({ hourlyRateCents: 9500, budgetMinutes: 60 });
  const { project: first } = await corkboard('project', 'set', made.id, '--status', 'archived');
  t.deepEqual(first, { ...made, status: 'archived', trashedAt: null });
  t.deepEqual(Object.keys(first), [...Object.keys(Project.shape), 'trashedAt']);
  const { project: second } = await corkboard('project', 'set', made.id, '--stage', 'delivered');
  t.deepEqual(second, { ...first, stage: 'delivered' });
  t.is((await studio.get('/projects?stage=delivered&status=archived')).body.page.total, 1);
});

test('a trashed project is not in the API, but its invoices are', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  await studio.invoice(id);
  t.truthy((await corkboard('project', 'trash', id)).project.trashedAt);
  t.is((await studio.get(`/projects/${id}`)).status, 404);
  t.is((await studio.get('/projects')).body.page.total, 0);
  t.is((await studio.get('/invoices')).body.page.total, 1);
});

test('a trashed or unknown project is not found by any command', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  await studio.scope(id);
  await corkboard('project', 'trash', id);
  const before = await everything(w, studio.id);
  for (const command of [
    ['project', 'set', id, '--status', 'paused'],
    ['project', 'trash', id],
    ['intake', 'submit', id, '--answers', '{"Q": "A"}'],
    ['scope', 'approve', id, '--by', 'Ana'],
    ['contract', 'sign', id],
    ['change-order', 'approve', id, '--amount-cents', '1'],
    ['project', 'trash', '01900000-0000-7000-8000-000000000000'],
    ['scope', 'approve', 'nonsense', '--by', 'Ana'],
  ]) {
    t.regex(await corkboard.refused(...command), /^No project with this id/);
  }
  t.deepEqual(await everything(w, studio.id), before);
});

test('wrong usage: a status or a stage that does not exist', async t => {
  const id = 'x';
  t.regex(await misuse('project', 'set', id, '--status', 'lead'), /active, paused, completed, archived/);
  t.regex(await misuse('project', 'set', id, '--stage', 'paused'), /lead, scoping, active/);
});
