import test from 'ava';
import { world } from '../support/world.ts';

const w = world(test);

test('200: everything about the project, with its invoices newest first', async t => {
  const studio = await w.workspace();
  const client = await studio.client({ name: 'Bakery' });
  const project = await studio.project({ clientId: client.id, hourlyRateCents: 9000 });
  await studio.scope(project.id, { deliverables: ['Logo', 'Menu'], revisionRounds: 1, timeline: 'May' });
  await studio.post(`/projects/${project.id}/revisions`, { description: 'Bigger' });
  await studio.post(`/projects/${project.id}/time`, { minutes: 60 });
  await studio.post(`/projects/${project.id}/time`, { minutes: 15, billable: false });
  for (let i = 0; i < 30; i++) await studio.invoice(project.id, { kind: i % 2 ? 'estimate' : 'invoice' });
  const { status, body } = await studio.get(`/projects/${project.id}`);
  t.is(status, 200);
  t.is(body.url, `/projects/${project.id}`);
  t.like(body.project, {
    id: project.id,
    client: { id: client.id, name: 'Bakery', company: null },
    roundsUsed: 1,
    roundsIncluded: 1,
    time: { entryCount: 2, totalMinutes: 75, billableMinutes: 60 },
  });
  t.deepEqual(body.project.scope, {
    deliverables: ['Logo', 'Menu'],
    revisionRounds: 1,
    timeline: 'May',
    currency: 'USD',
    version: 1,
    approvedAt: null,
  });
  t.is(body.project.invoices.length, 30);
  t.is(body.project.invoices[0].number, 'EST-0015');
  t.is(body.project.invoices[29].number, 'INV-0001');
});

test('200: a project without a scope row has no rounds included', async t => {
  const studio = await w.workspace();
  const project = await studio.project();
  await w.db.query('delete from corkboard.scopes where project_id = $1', [project.id]);
  const { body } = await studio.get(`/projects/${project.id}`);
  t.is(body.project.scope, null);
  t.is(body.project.roundsIncluded, null);
  const logged = await studio.post(`/projects/${project.id}/revisions`, { description: 'Bigger' });
  t.like(logged.body, { roundsUsed: 1, roundsIncluded: null, overBudget: false });
});

test('404: the project of another workspace, and a trashed one', async t => {
  const studio = await w.workspace();
  const foreign = await (await w.workspace()).project();
  const trashed = await studio.project();
  await w.db.query('select corkboard.trash_project($1, $2)', [studio.id, trashed.id]);
  const texts = new Set<string>();
  for (const id of [foreign.id, trashed.id, '01890000-0000-7000-8000-000000000000']) {
    const { status, text } = await studio.get(`/projects/${id}`);
    t.is(status, 404);
    texts.add(text);
  }
  t.is(texts.size, 1);
});
