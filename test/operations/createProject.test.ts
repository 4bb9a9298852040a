import test from 'ava';
import { world } from '../support/world.ts';

const w = world(test);

test('201: the project with its defaults, and the URL of its page', async t => {
  const studio = await w.workspace({ currency: 'EUR' });
  const client = await studio.client();
  const { status, body } = await studio.post('/projects', { clientId: client.id, name: 'Website' });
  t.is(status, 201);
  t.like(body.project, {
    clientId: client.id,
    name: 'Website',
    stage: 'active',
    status: 'active',
    hourlyRateCents: null,
    budgetMinutes: null,
    createdVia: 'api',
  });
  t.is(body.url, `/projects/${body.project.id}`);
  const { project } = (await studio.get(body.url)).body;
  t.deepEqual(project.scope, {
    deliverables: [],
    revisionRounds: 2,
    timeline: null,
    currency: 'EUR',
    version: 0,
    approvedAt: null,
  });
});

test('201: every field; the intake is stored as submitted, with an intake link', async t => {
  const studio = await w.workspace();
  const client = await studio.client();
  const { body } = await studio.post('/projects', {
    clientId: client.id.toUpperCase(),
    name: 'Website',
    stage: 'lead',
    notes: 'Private',
    hourlyRateCents: 9500,
    budgetMinutes: 600_000,
    intake: { ' Who? ': ' Everyone ', 'When?': ' ' },
  });
  t.like(body.project, { clientId: client.id, stage: 'lead', hourlyRateCents: 9500, budgetMinutes: 600_000 });
  const { rows } = await w.db.query(
    `select answers, token is not null as link, now() - submitted_at < interval '1 minute' as now
     from corkboard.intakes where project_id = $1`,
    [body.project.id],
  );
  t.deepEqual(rows, [{ answers: { 'Who?': 'Everyone' }, link: true, now: true }]);
});

test('201: without answers there is no intake', async t => {
  const studio = await w.workspace();
  for (const intake of [undefined, {}, { 'Who?': '' }, { q: ' ' }]) {
    const { id } = await studio.project({ intake });
    const { rows } = await w.db.query(
      'select answers, submitted_at from corkboard.intakes where project_id = $1',
      [id],
    );
    t.deepEqual(rows, [{ answers: null, submitted_at: null }]);
  }
});

test('402: the number of active projects has a cap; paused and trashed ones don’t count', async t => {
  const studio = await w.workspace({ plan: 'free' });
  const client = await studio.client();
  const projects = [];
  for (let i = 0; i < 3; i++) projects.push(await studio.project({ clientId: client.id }));
  const another = { clientId: client.id, name: 'Another' };
  t.is((await studio.post('/projects', another)).status, 402);
  await w.db.query(`select corkboard.change_project($1, $2, '{"status": "paused"}')`, [
    studio.id,
    projects[0].id,
  ]);
  t.is((await studio.post('/projects', another)).status, 201);
  t.is((await studio.post('/projects', another)).status, 402);
  await w.db.query('select corkboard.trash_project($1, $2)', [studio.id, projects[1].id]);
  t.is((await studio.post('/projects', another)).status, 201);
});

test('404: the id of another workspace’s client, or an unknown, trashed or malformed one', async t => {
  const studio = await w.workspace();
  const stranger = await w.workspace();
  const trashed = await studio.client();
  await w.db.query('select corkboard.trash_client($1, $2)', [studio.id, trashed.id]);
  const foreign = await stranger.client();
  const texts = new Set<string>();
  for (const clientId of [foreign.id, trashed.id, '01890000-0000-7000-8000-000000000000', 'nonsense', "'"]) {
    const { status, text } = await studio.post('/projects', { clientId, name: 'A' });
    t.is(status, 404, clientId);
    texts.add(text);
  }
  t.is(texts.size, 1);
});

const answers = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`Question ${i}?`, 'Yes']));

test('201: forty answers of 5,000 characters to questions of 200', async t => {
  const studio = await w.workspace();
  t.truthy(await studio.project({ intake: answers(40) }));
  t.truthy(await studio.project({ intake: { ['q'.repeat(200)]: 'a'.repeat(5000) } }));
});

for (const [name, fields, field] of [
  ['an unknown stage', { stage: 'done' }, 'stage'],
  ['a rate below 0', { hourlyRateCents: -1 }, 'hourlyRateCents'],
  ['a rate above the bound', { hourlyRateCents: 100_000_001 }, 'hourlyRateCents'],
  ['a fractional rate', { hourlyRateCents: 0.5 }, 'hourlyRateCents'],
  ['a rate in words', { hourlyRateCents: '95' }, 'hourlyRateCents'],
  ['a budget above the bound', { budgetMinutes: 600_001 }, 'budgetMinutes'],
  ['long notes', { notes: 'x'.repeat(5001) }, 'notes'],
  ['an intake of 41 answers', { intake: answers(41) }, 'intake'],
  ['an intake that is a list', { intake: ['Yes'] }, 'intake'],
  ['an answer that is no text', { intake: { 'How many?': 3 } }, 'intake.How many?'],
  ['an answer that is too long', { intake: { 'Who?': 'x'.repeat(5001) } }, 'intake.Who?'],
  ['two questions that are one', { intake: { 'Who? ': 'A', 'When?': 'B', ' Who?': ' ' } }, 'intake.Who?'],
  ['a question that is too long', { intake: { ['q'.repeat(201)]: 'a' } }, `intake.${'q'.repeat(201)}`],
  ['a question with NUL', { intake: { 'a\0': 'a' } }, 'intake.a\0'],
  ['a status', { status: 'archived' }, 'status'],
  [
    'a question that JavaScript would swallow',
    { intake: JSON.parse('{"__proto__": "a"}') },
    'intake.__proto__',
  ],
] as const) {
  test(`422: ${name}`, async t => {
    const studio = await w.workspace();
    const { status, body } = await studio.post('/projects', {
      clientId: (await studio.client()).id,
      name: 'A',
      ...fields,
    });
    t.is(status, 422);
    t.is(body.field, field);
  });
}
