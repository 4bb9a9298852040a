import test from 'ava';
import { sharedWorld } from '../support/world.ts';

// What the writes other than draftInvoice store and answer. What none takes is in input.test.ts.

const w = sharedWorld(test, 'api');
const { sql } = w;

const storedClient = (id: string) => sql('select email, notes from corkboard.clients where id = $1', id);

test('createClient, 201: the client, trimmed, and its page’s URL; email and notes are stored, and not returned', async t => {
  const studio = await w.workspace();
  const given = { name: ' Harbour Bakery\n', company: 'Harbour Ltd', email: 'a@b.example', notes: ' Late ' };
  const { status, body } = await studio.post('/clients', given);
  t.is(status, 201);
  const { id, createdAt, ...client } = body.client;
  t.deepEqual(client, {
    ...{ name: 'Harbour Bakery', company: 'Harbour Ltd', createdVia: 'api' },
    ...{ eInvoiceCountry: null, eInvoiceNetworkId: null },
  });
  t.truthy(createdAt);
  t.is(body.url, `/clients/${id}`);
  t.deepEqual(await storedClient(id), [{ email: 'a@b.example', notes: 'Late' }]);
});

test('createClient, 201: blank optional text counts as omitted', async t => {
  const studio = await w.workspace();
  const { body } = await studio.post('/clients', { name: 'A', email: ' ', company: '\t', notes: '' });
  t.is(body.client.company, null);
  t.deepEqual(await storedClient(body.client.id), [{ email: null, notes: null }]);
});

test('createProject, 201: the project with its defaults, and the URL of its page', async t => {
  const studio = await w.workspace({ currency: 'EUR' });
  const { id: clientId } = await studio.client();
  const { status, body } = await studio.post('/projects', { clientId, name: 'Website' });
  t.is(status, 201);
  t.like(body.project, {
    ...{ clientId, name: 'Website', stage: 'active', status: 'active', createdVia: 'api' },
    ...{ hourlyRateCents: null, budgetMinutes: null },
  });
  t.is(body.url, `/projects/${body.project.id}`);
  const { project } = (await studio.get(body.url)).body;
  const undrafted = { deliverables: [], revisionRounds: 2, timeline: null, version: 0, approvedAt: null };
  t.deepEqual(project.scope, { ...undrafted, currency: 'EUR' });
});

test('createProject, 201: every field; the intake is stored as submitted, with an intake link', async t => {
  const studio = await w.workspace();
  const { id: clientId } = await studio.client();
  const fields = { stage: 'lead', hourlyRateCents: 9500, budgetMinutes: 600_000 };
  const intake = { ' Who? ': ' Everyone ', 'When?': ' ' };
  const given = { clientId: clientId.toUpperCase(), name: 'Website', notes: 'Private', ...fields, intake };
  const { project } = (await studio.post('/projects', given)).body;
  t.like(project, { clientId, ...fields });
  const rows = await sql(
    `select answers, token is not null as link, now() - submitted_at < interval '1 minute' as now
     from corkboard.intakes where project_id = $1`,
    project.id,
  );
  t.deepEqual(rows, [{ answers: { 'Who?': 'Everyone' }, link: true, now: true }]);
});

test('createProject, 201: without answers there is no intake, and forty long answers are one', async t => {
  const studio = await w.workspace();
  for (const intake of [undefined, {}, { 'Who?': '' }, { q: ' ' }]) {
    const { id } = await studio.project({ intake });
    const rows = await sql('select answers, submitted_at from corkboard.intakes where project_id = $1', id);
    t.deepEqual(rows, [{ answers: null, submitted_at: null }]);
  }
  const answers = Array.from({ length: 40 }, (_, i) => [`Question ${i}?`, 'Yes']);
  t.truthy(await studio.project({ intake: Object.fromEntries(answers) }));
  t.truthy(await studio.project({ intake: { ['q'.repeat(200)]: 'a'.repeat(5000) } }));
});

test('createProject, 402: the number of active projects has a cap; paused and trashed ones don’t count', async t => {
  const studio = await w.workspace({ plan: 'free' });
  const { id: clientId } = await studio.client();
  const add = async () => (await studio.post('/projects', { clientId, name: 'Another' })).status;
  const [first, second] = [await studio.project({ clientId }), await studio.project({ clientId })];
  t.deepEqual([await add(), await add()], [201, 402]);
  await sql(`select corkboard.change_project($1, $2, '{"status": "paused"}')`, studio.id, first.id);
  t.deepEqual([await add(), await add()], [201, 402]);
  await sql('select corkboard.trash_project($1, $2)', studio.id, second.id);
  t.is(await add(), 201);
});

test('draftScope, 201: each draft is the next version, and keeps the fields that it omits', async t => {
  const { studio, id } = await w.withProject({ currency: 'EUR' });
  const kept = { revisionRounds: 0, timeline: 'May', priceCents: 0, currency: 'CHF' };
  const deliverables = [' Logo ', '', '  ', 'Menu'];
  const first = await studio.post(`/projects/${id}/scope`, { deliverables, ...kept });
  t.is(first.status, 201);
  t.is(first.body.url, `/projects/${id}?tab=scope`);
  const draft = { ...kept, approvedAt: null };
  t.deepEqual(first.body.scope, { deliverables: ['Logo', 'Menu'], version: 1, ...draft });
  const second = await studio.scope(id, { timeline: ' ' });
  t.deepEqual(second, { deliverables: ['Logo'], version: 2, ...draft });
});

test('draftScope, 201: before the first draft the currency follows the workspace’s; from then on it is fixed, and rounds are 2', async t => {
  const { studio, id } = await w.withProject({ currency: 'EUR' });
  const currencies = async () => {
    const { project } = (await studio.get(`/projects/${id}`)).body;
    const { data } = (await studio.get('/projects')).body;
    return [project.scope.currency, data[0].scopeCurrency, (await studio.invoice(id)).currency];
  };
  const moveTo = (currency: string) =>
    sql('select corkboard.change_workspace($1, $2)', studio.id, { default_currency: currency });
  t.deepEqual(await currencies(), ['EUR', 'EUR', 'EUR']);
  await moveTo('CHF');
  t.deepEqual(await currencies(), ['CHF', 'CHF', 'CHF']);
  const defaults = { revisionRounds: 2, timeline: null, currency: 'CHF', approvedAt: null };
  t.deepEqual(await studio.scope(id), { deliverables: ['Logo'], version: 1, ...defaults });
  await moveTo('USD');
  t.deepEqual(await currencies(), ['CHF', 'CHF', 'CHF']);
  t.is((await studio.scope(id)).currency, 'CHF');
});

test('draftScope, 201: deliverables are replaced, and unchanged ones keep their rows', async t => {
  const { studio, id } = await w.withProject();
  const drafted = async (deliverables: string[]) => {
    await studio.scope(id, { deliverables });
    const rows = await sql(
      'select id, position, title from corkboard.project_deliverables where project_id = $1 order by position',
      id,
    );
    t.deepEqual(
      rows.map(({ position, title }) => [position, title]),
      deliverables.map((title, n) => [n + 1, title]),
    );
    return rows.map(row => row.id);
  };
  const before = await drafted(['A', 'B', 'B', 'C']);
  const after = await drafted(['C', 'B', 'D', 'A']);
  t.deepEqual([after[0], after[1], after[3]], [before[3], before[1], before[0]]);
});

test('draftScope, 201: fifty deliverables of 500 characters are accepted, and blank ones don’t count', async t => {
  const { studio, id } = await w.withProject();
  const many = [...Array(50).fill('é'.repeat(500)), ...Array(30).fill(' ')];
  t.is((await studio.scope(id, { deliverables: many })).deliverables.length, 50);
  const around = [...Array(1_000).fill(''), 'Logo', ...Array(10_000).fill(' ')];
  t.deepEqual((await studio.scope(id, { deliverables: around })).deliverables, ['Logo']);
});

test('logRevision, 201: rounds count up, and those beyond the scope’s are over budget', async t => {
  const { studio, id } = await w.withProject();
  await studio.scope(id, { revisionRounds: 2 });
  for (const round of [1, 2, 3]) {
    const { status, body } = await studio.post(`/projects/${id}/revisions`, { description: ' Bigger ' });
    t.is(status, 201);
    t.like(body.revision, { projectId: id, roundNumber: round, description: 'Bigger', createdVia: 'api' });
    t.like(body, {
      ...{ roundsUsed: round, roundsIncluded: 2, overBudget: round === 3 },
      ...{ classification: null, classificationUnavailable: null, url: `/projects/${id}?tab=revisions` },
    });
  }
});

test('logRevision, 201: if classification is requested but not set up, the response gives the reason', async t => {
  const { studio, id } = await w.withProject();
  const { body } = await studio.post(`/projects/${id}/revisions`, { description: 'Bigger', classify: true });
  t.is(body.classification, null);
  t.is(body.classificationUnavailable, 'not configured for this workspace');
});

test('logRevision, 201: change orders add rounds to the client’s allowance, not to the scope', async t => {
  const { studio, id } = await w.withProject();
  await studio.scope(id, { revisionRounds: 1 });
  await sql(`select corkboard.approve_scope($1, $2, 'Ann')`, studio.id, id);
  await sql(`select corkboard.approve_change_order($1, $2, 5000, null, 3)`, studio.id, id);
  await studio.post(`/projects/${id}/revisions`, { description: 'One' });
  const { body } = await studio.post(`/projects/${id}/revisions`, { description: 'Two' });
  t.like(body, { roundsUsed: 2, roundsIncluded: 1, overBudget: true });
});

test('logRevision, 201: simultaneous revisions get different rounds', async t => {
  const { studio, id } = await w.withProject();
  const rounds = [1, 2, 3, 4, 5, 6, 7, 8];
  const answers = await Promise.all(
    rounds.map(round => studio.post(`/projects/${id}/revisions`, { description: `Round ${round}` })),
  );
  t.deepEqual(answers.map(({ body }) => body.revision.roundNumber).sort(), rounds);
  for (const { body } of answers) t.is(body.roundsUsed, body.revision.roundNumber);
});

const today = () => new Date().toISOString().slice(0, 10);

test('logTime, 201: the entry with its defaults: billable, today in UTC', async t => {
  const { studio, id } = await w.withProject();
  const days = [today()];
  const { status, body } = await studio.post(`/projects/${id}/time`, { minutes: 1 });
  days.push(today());
  t.is(status, 201);
  t.true(days.includes(body.timeEntry.date));
  t.like(body.timeEntry, { projectId: id, minutes: 1, description: null, billable: true, createdVia: 'api' });
  t.is(body.url, `/projects/${id}?tab=time`);
});

test('logTime, 201: every field, with the earliest and latest dates', async t => {
  const { studio, id } = await w.withProject();
  for (const date of ['0001-01-01', '2028-02-29', '9999-12-31']) {
    const fields = { minutes: 960, date, billable: false };
    const { body } = await studio.post(`/projects/${id}/time`, { ...fields, description: ' Shop ' });
    t.like(body.timeEntry, { ...fields, description: 'Shop' });
  }
});

test('addNote, 201: the note, with the label of its key', async t => {
  const { studio, id } = await w.withProject({ label: 'Zapier' });
  const { status, body } = await studio.post(`/projects/${id}/notes`, { body: '  Prefers calls.\nEarly. ' });
  t.is(status, 201);
  const note = { projectId: id, body: 'Prefers calls.\nEarly.', author: 'Zapier (API)', createdVia: 'api' };
  t.like(body.note, note);
  t.is(body.url, `/projects/${id}`);
});
