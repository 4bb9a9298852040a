import test from 'ava';
import { world } from '../support/world.ts';

const w = world(test);

test('201: rounds count up, and those beyond the scope’s are over budget', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  await studio.scope(id, { revisionRounds: 2 });
  for (const [round, overBudget] of [
    [1, false],
    [2, false],
    [3, true],
  ] as const) {
    const { status, body } = await studio.post(`/projects/${id}/revisions`, { description: ' Bigger ' });
    t.is(status, 201);
    t.like(body.revision, { projectId: id, roundNumber: round, description: 'Bigger', createdVia: 'api' });
    t.like(body, {
      roundsUsed: round,
      roundsIncluded: 2,
      overBudget,
      classification: null,
      classificationUnavailable: null,
      url: `/projects/${id}?tab=revisions`,
    });
  }
});

test('201: if classification is requested but not set up, the response gives the reason', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const { body } = await studio.post(`/projects/${id}/revisions`, { description: 'Bigger', classify: true });
  t.is(body.classification, null);
  t.is(body.classificationUnavailable, 'not configured for this workspace');
});

test('201: change orders add rounds to the client’s allowance, not to the scope', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  await studio.scope(id, { revisionRounds: 1 });
  await w.db.query(`select corkboard.approve_scope($1, $2, 'Ann')`, [studio.id, id]);
  await w.db.query(`select corkboard.approve_change_order($1, $2, 5000, null, 3)`, [studio.id, id]);
  await studio.post(`/projects/${id}/revisions`, { description: 'One' });
  const { body } = await studio.post(`/projects/${id}/revisions`, { description: 'Two' });
  t.like(body, { roundsUsed: 2, roundsIncluded: 1, overBudget: true });
});

test('201: twenty simultaneous revisions get twenty different rounds', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      studio.post(`/projects/${id}/revisions`, { description: `Round ${i}` }),
    ),
  );
  const rounds = answers.map(({ body }) => body.revision.roundNumber).sort((a, b) => a - b);
  t.deepEqual(
    rounds,
    Array.from({ length: 20 }, (_, i) => i + 1),
  );
  for (const { body } of answers) t.is(body.roundsUsed, body.revision.roundNumber);
});

for (const [name, fields, field] of [
  ['a long description', { description: 'x'.repeat(5001) }, 'description'],
  ['a classify that is no boolean', { classify: 'yes' }, 'classify'],
  ['a round number', { roundNumber: 7 }, 'roundNumber'],
] as const) {
  test(`422: ${name}`, async t => {
    const studio = await w.workspace();
    const { id } = await studio.project();
    const { status, body } = await studio.post(`/projects/${id}/revisions`, {
      description: 'Bigger',
      ...fields,
    });
    t.is(status, 422);
    t.is(body.field, field);
  });
}
