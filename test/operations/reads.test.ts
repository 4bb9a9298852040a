import test from 'ava';
import { world } from '../support/world.ts';

// What the reads other than listClients answer. What none takes is in input.test.ts.

const w = world(test);

/** When the current month ends (UTC). */
function nextMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
}

test('getWorkspace, 200: the workspace and what its plan allows', async t => {
  const studio = await w.workspace({ plan: 'free', currency: 'EUR' });
  let month = nextMonth();
  let { body } = await studio.get('/me');
  // The month may have ended in between.
  if (month !== nextMonth()) {
    month = nextMonth();
    ({ body } = await studio.get('/me'));
  }
  t.deepEqual(body, {
    workspace: { id: studio.id, name: 'Studio', defaultCurrency: 'EUR', plan: 'free' },
    limits: {
      clients: { used: 0, allowed: 3 },
      activeProjects: { used: 0, allowed: 3 },
      seats: { used: 1, allowed: 1 },
      monthlyWrites: {
        used: 0,
        allowed: 200,
        resetsAt: month,
      },
      features: { api: true, webhooks: true, classification: false },
    },
  });
});

test('getWorkspace, 200: an unlimited cap is null', async t => {
  const { limits } = (await (await w.workspace({ plan: 'studio' })).get('/me')).body;
  t.is(limits.clients.allowed, null);
  t.is(limits.activeProjects.allowed, null);
  t.is(limits.seats.allowed, null);
});

test('getWorkspace, 200: usage counts clients and active projects outside the trash, and successful writes', async t => {
  const studio = await w.workspace();
  const client = await studio.client();
  const kept = await studio.project({ clientId: client.id });
  const paused = await studio.project({ clientId: client.id });
  const trashed = await studio.project();
  await w.db.query(`select corkboard.change_project($1, $2, '{"status": "paused"}')`, [studio.id, paused.id]);
  await w.db.query('select corkboard.trash_client($1, $2)', [studio.id, trashed.clientId]);
  await studio.post('/clients', { name: '' });
  await studio.post(`/projects/${trashed.id}/notes`, { body: 'Gone' });
  const { limits } = (await studio.get('/me')).body;
  t.is(limits.clients.used, 1);
  t.is(limits.activeProjects.used, 1);
  t.is(limits.monthlyWrites.used, 5);
  t.truthy(kept);
});

test('getWorkspace, 200: unknown parameters are ignored, and HEAD gets the same response without a body', async t => {
  const studio = await w.workspace();
  const get = await studio.get('/me?colour=red');
  const head = await studio.send({ method: 'HEAD', path: '/me' });
  t.is(head.status, 200);
  t.is(head.headers.get('content-length'), get.headers.get('content-length'));
});

test('getProject, 200: everything about the project, with its invoices newest first', async t => {
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

test('getProject, 200: a project without a scope row has no rounds included', async t => {
  const studio = await w.workspace();
  const project = await studio.project();
  await w.db.query('delete from corkboard.scopes where project_id = $1', [project.id]);
  const { body } = await studio.get(`/projects/${project.id}`);
  t.is(body.project.scope, null);
  t.is(body.project.roundsIncluded, null);
  const logged = await studio.post(`/projects/${project.id}/revisions`, { description: 'Bigger' });
  t.like(logged.body, { roundsUsed: 1, roundsIncluded: null, overBudget: false });
});

test('getProject, 404: the project of another workspace, and a trashed one', async t => {
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

const names = (answer: { body: any }) => answer.body.data.map((project: { name: string }) => project.name);

test('listProjects, 200: newest first, archived projects only on request, trashed ones never', async t => {
  const studio = await w.workspace();
  const client = await studio.client({ name: 'Bakery', company: 'Bakery Ltd' });
  const [archived, paused, , trashed] = [
    await studio.project({ clientId: client.id, name: 'archived', stage: 'paid' }),
    await studio.project({ clientId: client.id, name: 'paused', stage: 'lead' }),
    await studio.project({ clientId: client.id, name: 'active', stage: 'lead' }),
    await studio.project({ clientId: client.id, name: 'trashed' }),
  ];
  await w.db.query(`select corkboard.change_project($1, $2, '{"status": "archived"}')`, [
    studio.id,
    archived!.id,
  ]);
  await w.db.query(`select corkboard.change_project($1, $2, '{"status": "paused"}')`, [
    studio.id,
    paused!.id,
  ]);
  await w.db.query('select corkboard.trash_project($1, $2)', [studio.id, trashed!.id]);
  const expectations: Record<string, string[]> = {
    '': ['active', 'paused'],
    '?include_archived=false': ['active', 'paused'],
    '?include_archived=true': ['active', 'paused', 'archived'],
    '?status=archived': ['archived'],
    '?status=archived&include_archived=false': ['archived'],
    '?status=active': ['active'],
    '?stage=lead': ['active', 'paused'],
    '?stage=lead&status=paused': ['paused'],
    '?stage=paid': [],
    '?stage=paid&include_archived=true': ['archived'],
    '?status=completed': [],
    '?per_page=1&page=2': ['paused'],
  };
  for (const [query, expected] of Object.entries(expectations)) {
    const answer = await studio.get(`/projects${query}`);
    t.deepEqual(names(answer), expected, query);
    t.is(answer.body.page.total, query.includes('per_page') ? 2 : expected.length, query);
  }
  t.deepEqual((await studio.get('/projects?status=active')).body.data[0].client, {
    id: client.id,
    name: 'Bakery',
    company: 'Bakery Ltd',
  });
});

test('listProjects, 200: invoices are counted by status and summed by currency, without estimates and VOID invoices', async t => {
  const studio = await w.workspace();
  const project = await studio.project();
  await studio.scope(project.id, { priceCents: 250_000, currency: 'EUR' });
  const move = (invoice: { id: string }, ...moves: string[]) =>
    Promise.all([]).then(async () => {
      for (const verb of moves)
        await w.db.query(`select corkboard.${verb}_invoice($1, $2)`, [studio.id, invoice.id]);
    });
  const invoice = (amountCents: number, currency: string) =>
    studio.invoice(project.id, { amountCents, currency });
  await invoice(1, 'USD');
  await move(await invoice(20, 'USD'), 'send');
  await move(await invoice(300, 'USD'), 'send', 'pay');
  await move(await invoice(4000, 'USD'), 'void');
  await move(await invoice(50_000, 'EUR'), 'send');
  await move(await invoice(7, 'CHF'), 'void');
  await studio.invoice(project.id, { kind: 'estimate', amountCents: 600_000 });
  const [row] = (await studio.get('/projects')).body.data;
  t.is(row.scopePriceCents, 250_000);
  t.is(row.scopeCurrency, 'EUR');
  t.deepEqual(row.invoiceCounts, { draft: 1, sent: 2, paid: 1, void: 2 });
  t.deepEqual(row.invoiceTotals, [
    { currency: 'EUR', totalCents: 50_000, paidCents: 0, outstandingCents: 50_000 },
    { currency: 'USD', totalCents: 321, paidCents: 300, outstandingCents: 20 },
  ]);
  t.deepEqual((await studio.get(`/projects/${project.id}`)).body.project.invoiceTotals, row.invoiceTotals);
});

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const numbers = (answer: { body: any }) =>
  answer.body.data.map((invoice: { number: string }) => invoice.number);

test('listInvoices, 200: newest first, with each filter and their combinations, with exact totals', async t => {
  const studio = await w.workspace();
  const [project, other] = [await studio.project(), await studio.project()];
  const move = async (invoice: { id: string }, ...moves: string[]) => {
    for (const verb of moves)
      await w.db.query(`select corkboard.${verb}_invoice($1, $2)`, [studio.id, invoice.id]);
  };
  const late = { dueDate: day(-2) };
  await studio.invoice(project.id, late); // INV-0001: a draft is not overdue
  await move(await studio.invoice(project.id, late), 'send'); // INV-0002
  await move(await studio.invoice(project.id, late), 'send', 'pay'); // INV-0003
  await move(await studio.invoice(other.id, late), 'send'); // INV-0004
  await move(await studio.invoice(other.id, { dueDate: day(2) }), 'send'); // INV-0005
  await move(await studio.invoice(other.id), 'send'); // INV-0006: no due date
  await move(await studio.invoice(project.id, { kind: 'estimate', ...late }), 'send'); // EST-0001
  await move(await studio.invoice(project.id), 'void'); // INV-0007
  const expectations: Record<string, string[]> = {
    '': ['INV-0007', 'EST-0001', 'INV-0006', 'INV-0005', 'INV-0004', 'INV-0003', 'INV-0002', 'INV-0001'],
    '?status=DRAFT': ['INV-0001'],
    '?status=SENT': ['EST-0001', 'INV-0006', 'INV-0005', 'INV-0004', 'INV-0002'],
    '?status=PAID': ['INV-0003'],
    '?status=VOID': ['INV-0007'],
    '?kind=estimate': ['EST-0001'],
    '?kind=estimate&status=DRAFT': [],
    '?kind=invoice&status=SENT': ['INV-0006', 'INV-0005', 'INV-0004', 'INV-0002'],
    [`?project_id=${other.id}`]: ['INV-0006', 'INV-0005', 'INV-0004'],
    [`?project_id=${other.id.toUpperCase()}&status=SENT`]: ['INV-0006', 'INV-0005', 'INV-0004'],
    [`?project_id=${project.id}&kind=invoice&status=SENT`]: ['INV-0002'],
    '?overdue=true': ['INV-0004', 'INV-0002'],
    '?overdue=false&status=PAID': ['INV-0003'],
    '?overdue=true&status=PAID': [],
    '?overdue=true&kind=estimate': [],
    [`?overdue=true&project_id=${project.id}`]: ['INV-0002'],
  };
  for (const [query, expected] of Object.entries(expectations)) {
    const answer = await studio.get(`/invoices${query}`);
    t.deepEqual(numbers(answer), expected, query);
    t.is(answer.body.page.total, expected.length, query);
  }
});

test('listInvoices, 200: an invoice due today is not overdue yet', async t => {
  const studio = await w.workspace();
  const invoice = await studio.invoice((await studio.project()).id);
  await w.db.query('select corkboard.send_invoice($1, $2)', [studio.id, invoice.id]);
  await w.db.query('update corkboard.invoices set due_date = corkboard.utc_today() where id = $1', [
    invoice.id,
  ]);
  t.deepEqual(numbers(await studio.get('/invoices?overdue=true')), []);
  await w.db.query('update corkboard.invoices set due_date = corkboard.utc_today() - 1 where id = $1', [
    invoice.id,
  ]);
  t.deepEqual(numbers(await studio.get('/invoices?overdue=true')), ['INV-0001']);
});

test('listInvoices, 200: invoices of a trashed project are still listed', async t => {
  const studio = await w.workspace();
  const project = await studio.project();
  await studio.invoice(project.id);
  await w.db.query('select corkboard.trash_project($1, $2)', [studio.id, project.id]);
  t.deepEqual(numbers(await studio.get('/invoices')), ['INV-0001']);
});

test('listInvoices, 200: the project_id of another workspace gives an empty list', async t => {
  const studio = await w.workspace();
  await studio.invoice((await studio.project()).id);
  const stranger = await w.workspace();
  const foreign = await stranger.project();
  await stranger.invoice(foreign.id);
  for (const id of [foreign.id, 'nonsense', "'", '%00x'.slice(3)]) {
    const { body } = await studio.get(`/invoices?project_id=${id}`);
    t.deepEqual(body, { data: [], page: { page: 1, perPage: 25, total: 0, pageCount: 0 } });
  }
});
