import test from 'ava';
import { world } from '../support/world.ts';

// What the writes other than draftInvoice store and answer. What none takes is in input.test.ts.

const w = world(test);

test('createClient, 201: the client, trimmed, and the URL of its page', async t => {
  const studio = await w.workspace();
  const { status, body } = await studio.post('/clients', {
    name: ' Harbour Bakery\n',
    company: 'Harbour Ltd',
  });
  t.is(status, 201);
  t.like(body.client, {
    name: 'Harbour Bakery',
    company: 'Harbour Ltd',
    eInvoiceCountry: null,
    eInvoiceNetworkId: null,
    createdVia: 'api',
  });
  t.is(body.url, `/clients/${body.client.id}`);
});

test('createClient, 201: email and notes are stored, and not returned', async t => {
  const studio = await w.workspace();
  const { body } = await studio.post('/clients', { name: 'A', email: 'a@b.example', notes: ' Pays late ' });
  t.false('email' in body.client || 'notes' in body.client);
  const { rows } = await w.db.query('select email, notes from corkboard.clients where id = $1', [
    body.client.id,
  ]);
  t.deepEqual(rows, [{ email: 'a@b.example', notes: 'Pays late' }]);
});

test('createClient, 201: blank optional text counts as omitted', async t => {
  const studio = await w.workspace();
  const { body } = await studio.post('/clients', { name: 'A', email: ' ', company: '\t', notes: '' });
  t.is(body.client.company, null);
  const { rows } = await w.db.query('select email, notes from corkboard.clients where id = $1', [
    body.client.id,
  ]);
  t.deepEqual(rows, [{ email: null, notes: null }]);
});

test('createClient, 201: lengths are counted in code points, after trimming', async t => {
  const studio = await w.workspace();
  t.is((await studio.post('/clients', { name: ` ${'🙂'.repeat(500)} ` })).status, 201);
  t.is((await studio.post('/clients', { name: '🙂'.repeat(501) })).body.field, 'name');
});

test('createClient, 402: the free plan allows three clients, not counting those in the trash', async t => {
  const studio = await w.workspace({ plan: 'free' });
  const first = await studio.client();
  await studio.client();
  await studio.client();
  const { status, body } = await studio.post('/clients', { name: 'Fourth' });
  t.is(status, 402);
  t.regex(body.error, /3 clients/);
  await w.db.query('select corkboard.trash_client($1, $2)', [studio.id, first.id]);
  t.is((await studio.post('/clients', { name: 'Fourth' })).status, 201);
});

test('createProject, 201: the project with its defaults, and the URL of its page', async t => {
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

test('createProject, 201: every field; the intake is stored as submitted, with an intake link', async t => {
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

test('createProject, 201: without answers there is no intake', async t => {
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

test('createProject, 402: the number of active projects has a cap; paused and trashed ones don’t count', async t => {
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

test('createProject, 404: the id of another workspace’s client, or an unknown, trashed or malformed one', async t => {
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

test('createProject, 201: forty answers of 5,000 characters to questions of 200', async t => {
  const studio = await w.workspace();
  t.truthy(await studio.project({ intake: answers(40) }));
  t.truthy(await studio.project({ intake: { ['q'.repeat(200)]: 'a'.repeat(5000) } }));
});

test('draftScope, 201: the first draft is version 1, and each further draft is the next version and keeps omitted fields', async t => {
  const studio = await w.workspace({ currency: 'EUR' });
  const { id } = await studio.project();
  const first = await studio.post(`/projects/${id}/scope`, {
    deliverables: [' Logo ', '', '  ', 'Menu'],
    timeline: 'May',
    priceCents: 0,
    revisionRounds: 0,
    currency: 'CHF',
  });
  t.is(first.status, 201);
  t.is(first.body.url, `/projects/${id}?tab=scope`);
  const kept = { revisionRounds: 0, timeline: 'May', priceCents: 0, currency: 'CHF', approvedAt: null };
  t.deepEqual(first.body.scope, { deliverables: ['Logo', 'Menu'], version: 1, ...kept });
  const second = await studio.post(`/projects/${id}/scope`, { deliverables: ['Logo'], timeline: ' ' });
  t.deepEqual(second.body.scope, { deliverables: ['Logo'], version: 2, ...kept });
});

test('draftScope, 201: without a price there is no priceCents; rounds default to 2 and the currency to the workspace’s', async t => {
  const studio = await w.workspace({ currency: 'EUR' });
  const scope = await studio.scope((await studio.project()).id);
  t.deepEqual(scope, {
    deliverables: ['Logo'],
    revisionRounds: 2,
    timeline: null,
    currency: 'EUR',
    version: 1,
    approvedAt: null,
  });
});

test('draftScope, 201: before the first draft the currency follows the workspace’s; from then on it is fixed', async t => {
  const studio = await w.workspace({ currency: 'EUR' });
  const { id } = await studio.project();
  const currencies = async () => {
    const { project } = (await studio.get(`/projects/${id}`)).body;
    const { data } = (await studio.get('/projects')).body;
    return [project.scope.currency, data[0].scopeCurrency, (await studio.invoice(id)).currency];
  };
  const moveTo = (currency: string) =>
    w.db.query('select corkboard.change_workspace($1, $2)', [studio.id, { default_currency: currency }]);
  t.deepEqual(await currencies(), ['EUR', 'EUR', 'EUR']);
  await moveTo('CHF');
  t.deepEqual(await currencies(), ['CHF', 'CHF', 'CHF']);
  t.is((await studio.scope(id)).currency, 'CHF');
  await moveTo('USD');
  t.deepEqual(await currencies(), ['CHF', 'CHF', 'CHF']);
  t.is((await studio.scope(id)).currency, 'CHF');
});

test('draftScope, 201: deliverables are replaced, and unchanged ones keep their rows', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const list = async () =>
    (
      await w.db.query(
        'select id, position, title from corkboard.project_deliverables where project_id = $1 order by position',
        [id],
      )
    ).rows;
  await studio.scope(id, { deliverables: ['A', 'B', 'B', 'C'] });
  const before = await list();
  t.deepEqual(
    before.map(row => row.title),
    ['A', 'B', 'B', 'C'],
  );
  await studio.scope(id, { deliverables: ['C', 'B', 'D', 'A'] });
  const after = await list();
  t.deepEqual(
    after.map(row => row.title),
    ['C', 'B', 'D', 'A'],
  );
  t.deepEqual(
    after.map(row => row.position),
    [1, 2, 3, 4],
  );
  t.deepEqual([after[0].id, after[1].id, after[3].id], [before[3].id, before[1].id, before[0].id]);
});

test('draftScope, 409: an approved scope and one with a signed contract can’t be redrafted, and nothing changes', async t => {
  const studio = await w.workspace();
  const approved = await studio.project();
  await studio.scope(approved.id);
  await w.db.query(`select corkboard.approve_scope($1, $2, 'Ann')`, [studio.id, approved.id]);
  const signed = await studio.project();
  await w.db.query('select corkboard.sign_contract($1, $2)', [studio.id, signed.id]);
  const used = (await studio.get('/me')).body.limits.monthlyWrites.used;
  for (const { id } of [approved, signed]) {
    const { status, body } = await studio.post(`/projects/${id}/scope`, { deliverables: ['Other'] });
    t.is(status, 409);
    t.is(body.code, 'conflict');
  }
  const { scope } = (await studio.get(`/projects/${approved.id}`)).body.project;
  t.deepEqual(scope.deliverables, ['Logo']);
  t.regex(scope.approvedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  t.is((await studio.get('/me')).body.limits.monthlyWrites.used, used);
});

test('draftScope, 201: fifty deliverables of 500 characters are accepted, and blank ones don’t count', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const deliverables = [...Array(50).fill('é'.repeat(500)), ...Array(30).fill(' ')];
  t.is((await studio.scope(id, { deliverables })).deliverables.length, 50);
});

test('draftScope, 201: blank lines around a deliverable don’t count', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const deliverables = [...Array(1_000).fill(''), 'Logo', ...Array(10_000).fill(' ')];
  t.deepEqual((await studio.scope(id, { deliverables })).deliverables, ['Logo']);
});

test('logRevision, 201: rounds count up, and those beyond the scope’s are over budget', async t => {
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

test('logRevision, 201: if classification is requested but not set up, the response gives the reason', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const { body } = await studio.post(`/projects/${id}/revisions`, { description: 'Bigger', classify: true });
  t.is(body.classification, null);
  t.is(body.classificationUnavailable, 'not configured for this workspace');
});

test('logRevision, 201: change orders add rounds to the client’s allowance, not to the scope', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  await studio.scope(id, { revisionRounds: 1 });
  await w.db.query(`select corkboard.approve_scope($1, $2, 'Ann')`, [studio.id, id]);
  await w.db.query(`select corkboard.approve_change_order($1, $2, 5000, null, 3)`, [studio.id, id]);
  await studio.post(`/projects/${id}/revisions`, { description: 'One' });
  const { body } = await studio.post(`/projects/${id}/revisions`, { description: 'Two' });
  t.like(body, { roundsUsed: 2, roundsIncluded: 1, overBudget: true });
});

test('logRevision, 201: twenty simultaneous revisions get twenty different rounds', async t => {
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

const today = () => new Date().toISOString().slice(0, 10);

test('logTime, 201: the entry with its defaults: billable, today in UTC', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const days = [today()];
  const { status, body } = await studio.post(`/projects/${id}/time`, { minutes: 1 });
  days.push(today());
  t.is(status, 201);
  t.true(days.includes(body.timeEntry.date));
  t.like(body.timeEntry, { projectId: id, minutes: 1, description: null, billable: true, createdVia: 'api' });
  t.is(body.url, `/projects/${id}?tab=time`);
});

test('logTime, 201: every field, with the earliest and latest dates', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  for (const date of ['0001-01-01', '2028-02-29', '9999-12-31']) {
    const { body } = await studio.post(`/projects/${id}/time`, {
      minutes: 960,
      date,
      description: ' Shop ',
      billable: false,
    });
    t.like(body.timeEntry, { minutes: 960, date, description: 'Shop', billable: false });
  }
});

test('addNote, 201: the note, with the label of its key', async t => {
  const studio = await w.workspace({ label: 'Zapier' });
  const { id } = await studio.project();
  const { status, body } = await studio.post(`/projects/${id}/notes`, { body: '  Prefers calls.\nEarly. ' });
  t.is(status, 201);
  t.like(body.note, {
    projectId: id,
    body: 'Prefers calls.\nEarly.',
    author: 'Zapier (API)',
    createdVia: 'api',
  });
  t.is(body.url, `/projects/${id}`);
});
