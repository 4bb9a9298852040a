import test from 'ava';
import { world } from '../support/world.ts';

const w = world(test);

const names = (answer: { body: any }) => answer.body.data.map((project: { name: string }) => project.name);

test('200: newest first, archived projects only on request, trashed ones never', async t => {
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

test('200: invoices are counted by status and summed by currency, without estimates and VOID invoices', async t => {
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

for (const query of [
  'status=done',
  'status=ACTIVE',
  'stage=won',
  'include_archived=1',
  'include_archived=',
  'status=active&status=paused',
  'page=0',
]) {
  test(`422: ${query}`, async t => {
    const { status, body } = await (await w.workspace()).get(`/projects?${query}`);
    t.is(status, 422);
    t.is(body.field, query.split('=')[0]);
  });
}
