import test from 'ava';
import { world } from '../support/world.ts';

const w = world(test);

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const numbers = (answer: { body: any }) =>
  answer.body.data.map((invoice: { number: string }) => invoice.number);

test('200: newest first, with each filter and their combinations, with exact totals', async t => {
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

test('200: an invoice due today is not overdue yet', async t => {
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

test('200: invoices of a trashed project are still listed', async t => {
  const studio = await w.workspace();
  const project = await studio.project();
  await studio.invoice(project.id);
  await w.db.query('select corkboard.trash_project($1, $2)', [studio.id, project.id]);
  t.deepEqual(numbers(await studio.get('/invoices')), ['INV-0001']);
});

test('200: the project_id of another workspace gives an empty list', async t => {
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

for (const query of [
  'status=sent',
  'status=OVERDUE',
  'kind=Invoice',
  'overdue=yes',
  'overdue=',
  'project_id=',
  'kind=invoice&kind=estimate',
  'per_page=none',
]) {
  test(`422: ${query}`, async t => {
    const { status, body } = await (await w.workspace()).get(`/invoices?${query}`);
    t.is(status, 422);
    t.is(body.field, query.split('=')[0]);
  });
}
