import test from 'ava';
import { signIn } from '../support/session.ts';
import { sharedWorld } from '../support/world.ts';

// What the reads other than listClients answer. What none takes is in input.test.ts.

const w = sharedWorld(test, 'api');
const { sql } = w;

/** When the current month ends (UTC). */
function nextMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
}

test('getWorkspace, 200: the workspace and what its plan allows', async t => {
  const studio = await w.workspace({ plan: 'free', currency: 'EUR' });
  const months = [nextMonth()];
  const { body } = await studio.get('/me');
  // The month may have ended in between.
  months.push(nextMonth());
  const { resetsAt } = body.limits.monthlyWrites;
  t.true(months.includes(resetsAt));
  t.deepEqual(body, {
    workspace: { id: studio.id, name: 'Studio', defaultCurrency: 'EUR', plan: 'free' },
    limits: {
      clients: { used: 0, allowed: 3 },
      activeProjects: { used: 0, allowed: 3 },
      seats: { used: 1, allowed: 1 },
      monthlyWrites: { used: 0, allowed: 200, resetsAt },
      features: { api: true, webhooks: true, classification: false },
    },
  });
});

test('getWorkspace, 200: usage counts members, clients and active projects outside the trash, and successful writes; no cap is null', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  const client = await studio.client();
  await studio.project({ clientId: client.id });
  const paused = await studio.project({ clientId: client.id });
  const trashed = await studio.project();
  await sql(`select corkboard.change_project($1, $2, '{"status": "paused"}')`, studio.id, paused.id);
  await sql('select corkboard.trash_client($1, $2)', studio.id, trashed.clientId);
  await studio.post('/clients', { name: '' });
  await studio.post(`/projects/${trashed.id}/notes`, { body: 'Gone' });
  await signIn(w, studio.id, { email: 'ana@studio.example' });
  const { clients, activeProjects, seats, monthlyWrites } = (await studio.get('/me')).body.limits;
  t.deepEqual([clients, activeProjects], Array(2).fill({ used: 1, allowed: null }));
  t.deepEqual(seats, { used: 2, allowed: null });
  t.is(monthlyWrites.used, 5);
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
  const scope = { deliverables: ['Logo', 'Menu'], revisionRounds: 1, timeline: 'May' };
  await studio.scope(project.id, scope);
  await studio.post(`/projects/${project.id}/revisions`, { description: 'Bigger' });
  await studio.post(`/projects/${project.id}/time`, { minutes: 60 });
  await studio.post(`/projects/${project.id}/time`, { minutes: 15, billable: false });
  for (const kind of ['invoice', 'estimate', 'invoice']) await studio.invoice(project.id, { kind });
  const { status, body } = await studio.get(`/projects/${project.id}`);
  t.is(status, 200);
  t.is(body.url, `/projects/${project.id}`);
  t.like(body.project, {
    id: project.id,
    client: { id: client.id, name: 'Bakery', company: null },
    ...{ roundsUsed: 1, roundsIncluded: 1 },
    time: { entryCount: 2, totalMinutes: 75, billableMinutes: 60 },
  });
  t.deepEqual(body.project.scope, { ...scope, currency: 'USD', version: 1, approvedAt: null });
  const numbers = body.project.invoices.map((invoice: { number: string }) => invoice.number);
  t.deepEqual(numbers, ['INV-0002', 'EST-0001', 'INV-0001']);
});

test('getProject, 200: a project without a scope row has no rounds included', async t => {
  const { studio, id } = await w.withProject();
  await sql('delete from corkboard.scopes where project_id = $1', id);
  const { project } = (await studio.get(`/projects/${id}`)).body;
  t.deepEqual([project.scope, project.roundsIncluded], [null, null]);
  const logged = await studio.post(`/projects/${id}/revisions`, { description: 'Bigger' });
  t.like(logged.body, { roundsUsed: 1, roundsIncluded: null, overBudget: false });
});

test('getProject, 404: the project of another workspace, a trashed and an unknown one, in the same bytes', async t => {
  const studio = await w.workspace();
  const foreign = await (await w.workspace()).project();
  const trashed = await studio.project();
  await sql('select corkboard.trash_project($1, $2)', studio.id, trashed.id);
  const ids = [foreign.id, trashed.id, '01890000-0000-7000-8000-000000000000'];
  const answers = await Promise.all(ids.map(id => studio.get(`/projects/${id}`)));
  for (const { status, text } of answers) t.deepEqual([status, text], [404, answers[0]!.text]);
});

/** Checks what a list has for each query: the values of this field, and how many there are. */
async function lists(
  t: { deepEqual(actual: unknown, expected: unknown, message?: string): boolean },
  get: (query: string) => Promise<{ body: any }>,
  field: string,
  expectations: Record<string, string[]>,
) {
  for (const [query, expected] of Object.entries(expectations)) {
    const { data, page } = (await get(query)).body;
    const found = data.map((record: Record<string, string>) => record[field]);
    t.deepEqual([found, page.total], [expected, expected.length], query);
  }
}

test('listProjects, 200: newest first, archived projects only on request, trashed ones never', async t => {
  const studio = await w.workspace();
  const client = await studio.client({ name: 'Bakery', company: 'Bakery Ltd' });
  const add = async (name: string, stage = 'active'): Promise<string> =>
    (await studio.project({ clientId: client.id, name, stage })).id;
  const archived = await add('archived', 'paid');
  const paused = await add('paused', 'lead');
  await add('active', 'lead');
  const trashed = await add('trashed');
  const change = 'select corkboard.change_project($1, $2, $3)';
  await sql(change, studio.id, archived, { status: 'archived' });
  await sql(change, studio.id, paused, { status: 'paused' });
  await sql('select corkboard.trash_project($1, $2)', studio.id, trashed);
  const get = (query: string) => studio.get(`/projects${query}`);
  await lists(t, get, 'name', {
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
  });
  const second = (await get('?per_page=1&page=2')).body;
  t.deepEqual([second.data[0].name, second.page.total], ['paused', 2]);
  t.deepEqual(second.data[0].client, { id: client.id, name: 'Bakery', company: 'Bakery Ltd' });
});

test('listProjects, 200: invoices are counted by status and summed by currency, without estimates and VOID invoices', async t => {
  const studio = await w.workspace();
  const project = await studio.project();
  await studio.scope(project.id, { priceCents: 250_000, currency: 'EUR' });
  const invoice = async (amountCents: number, currency: string, ...moves: string[]) => {
    const { id } = await studio.invoice(project.id, { amountCents, currency });
    for (const move of moves) await sql(`select corkboard.${move}($1, $2)`, studio.id, id);
  };
  await invoice(1, 'USD');
  await invoice(20, 'USD', 'send_invoice');
  await invoice(300, 'USD', 'send_invoice', 'record_payment');
  await invoice(4000, 'USD', 'void_invoice');
  await invoice(50_000, 'EUR', 'send_invoice');
  await invoice(7, 'CHF', 'void_invoice');
  await studio.invoice(project.id, { kind: 'estimate', amountCents: 600_000 });
  const [row] = (await studio.get('/projects')).body.data;
  t.like(row, { scopePriceCents: 250_000, scopeCurrency: 'EUR' });
  t.deepEqual(row.invoiceCounts, { draft: 1, sent: 2, paid: 1, void: 2 });
  t.deepEqual(row.invoiceTotals, [
    { currency: 'EUR', totalCents: 50_000, paidCents: 0, outstandingCents: 50_000 },
    { currency: 'USD', totalCents: 321, paidCents: 300, outstandingCents: 20 },
  ]);
  t.deepEqual((await studio.get(`/projects/${project.id}`)).body.project.invoiceTotals, row.invoiceTotals);
});

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

test('listInvoices, 200: newest first, with each filter and their combinations, with exact totals', async t => {
  const studio = await w.workspace();
  const [project, other] = [await studio.project(), await studio.project()];
  const add = async ({ id: of }: { id: string }, fields: object, ...moves: string[]) => {
    const { id } = await studio.invoice(of, fields);
    for (const move of moves) await sql(`select corkboard.${move}($1, $2)`, studio.id, id);
  };
  const late = { dueDate: day(-2) };
  await add(project, late); // INV-0001: a draft is not overdue
  await add(project, late, 'send_invoice'); // INV-0002
  await add(project, late, 'send_invoice', 'record_payment'); // INV-0003
  await add(other, late, 'send_invoice'); // INV-0004
  await add(other, { dueDate: day(2) }, 'send_invoice'); // INV-0005
  await add(other, {}, 'send_invoice'); // INV-0006: no due date
  await add(project, { kind: 'estimate', ...late }, 'send_invoice'); // EST-0001
  await add(project, {}, 'void_invoice'); // INV-0007
  await lists(t, query => studio.get(`/invoices${query}`), 'number', {
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
  });
});

test('listInvoices, 200: an invoice due today is not overdue yet', async t => {
  const studio = await w.workspace();
  const { id } = await studio.invoice((await studio.project()).id);
  await sql('select corkboard.send_invoice($1, $2)', studio.id, id);
  const overdueBy = async (days: number) => {
    const due = 'update corkboard.invoices set due_date = corkboard.utc_today() - $2::int where id = $1';
    await sql(due, id, days);
    return (await studio.get('/invoices?overdue=true')).body.page.total;
  };
  t.deepEqual([await overdueBy(0), await overdueBy(1)], [0, 1]);
});

test('listInvoices, 200: those of a trashed project are still listed, and another workspace’s project_id has none', async t => {
  const studio = await w.workspace();
  const project = await studio.project();
  await studio.invoice(project.id);
  await sql('select corkboard.trash_project($1, $2)', studio.id, project.id);
  t.is((await studio.get('/invoices')).body.data[0].number, 'INV-0001');
  const stranger = await w.workspace();
  const foreign = await stranger.project();
  await stranger.invoice(foreign.id);
  for (const id of [foreign.id, 'nonsense', "'", '0x']) {
    const { body } = await studio.get(`/invoices?project_id=${id}`);
    t.deepEqual(body, { data: [], page: { page: 1, perPage: 25, total: 0, pageCount: 0 } });
  }
});
