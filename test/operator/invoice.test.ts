import test from 'ava';
import pg from 'pg';
import { Invoice } from '../../src/records/invoice.ts';
import { everything, misuse, operator } from '../support/command.ts';
import { world } from '../support/world.ts';

const w = world(test);
const corkboard = operator(w);

/** A workspace with one invoice or estimate, after these commands. */
async function having(kind: 'invoice' | 'estimate', ...verbs: string[]) {
  const studio = await w.workspace();
  const made = await studio.invoice((await studio.project()).id, { kind, dueDate: '2030-01-31' });
  for (const verb of verbs) {
    await w.db.query(`select corkboard.${verb}_invoice($1, $2)`, [studio.id, made.id]);
  }
  return { studio, made, id: made.id as string };
}

test('send changes a DRAFT to SENT', async t => {
  const { studio, made, id } = await having('invoice');
  const { invoice } = await corkboard('invoice', 'send', id);
  t.deepEqual(Object.keys(invoice), [...Object.keys(Invoice.shape), 'viewedAt', 'voidedAt']);
  t.deepEqual(invoice, { ...made, status: 'SENT', sentAt: invoice.sentAt, viewedAt: null, voidedAt: null });
  t.truthy(invoice.sentAt);
  t.like((await studio.get('/invoices')).body.data, [{ status: 'SENT', sentAt: invoice.sentAt }]);
});

test('an estimate can be sent', async t => {
  const { id } = await having('estimate');
  t.like((await corkboard('invoice', 'send', id)).invoice, { number: 'EST-0001', status: 'SENT' });
});

/** Moves the project of an invoice to the trash. */
const trashProjectOf = (workspace: string, invoice: string) =>
  w.db.query(
    'select corkboard.trash_project($1, i.project_id) from corkboard.invoices i where i.workspace_id = $1 and i.id = $2',
    [workspace, invoice],
  );

test('a DRAFT of a project in the trash is not sent', async t => {
  for (const kind of ['invoice', 'estimate'] as const) {
    const { studio, id } = await having(kind);
    await trashProjectOf(studio.id, id);
    const before = await everything(w, studio.id);
    t.regex(await corkboard.refused('invoice', 'send', id), /-0001 belongs to a project in the trash/);
    t.deepEqual(await everything(w, studio.id), before);
  }
});

test('an invoice whose project is in the trash can be charged a late fee, paid and voided', async t => {
  const sent = await having('invoice', 'send');
  await trashProjectOf(sent.studio.id, sent.id);
  t.is((await corkboard('invoice', 'late-fee', sent.id, '--cents', '500')).invoice.lateFeeCents, 500);
  t.is((await corkboard('invoice', 'pay', sent.id)).invoice.status, 'PAID');
  for (const made of [
    await having('invoice', 'send'),
    await having('invoice'),
    await having('estimate', 'send'),
  ]) {
    await trashProjectOf(made.studio.id, made.id);
    t.is((await corkboard('invoice', 'void', made.id)).invoice.status, 'VOID');
  }
});

test('if an invoice is sent and its project trashed at once, nothing is sent from the trash', async t => {
  for (let round = 0; round < 8; round++) {
    const { studio, id } = await having('invoice');
    const [sending, trashing] = await Promise.allSettled([
      w.db.query('select corkboard.send_invoice($1, $2)', [studio.id, id]),
      trashProjectOf(studio.id, id),
    ]);
    t.is(trashing.status, 'fulfilled');
    const { rows } = await w.db.query(
      `select i.status, i.sent_at < p.trashed_at as before from corkboard.invoices i
         join corkboard.projects p on p.workspace_id = i.workspace_id and p.id = i.project_id where i.id = $1`,
      [id],
    );
    t.deepEqual(
      rows,
      sending.status === 'fulfilled'
        ? [{ status: 'SENT', before: true }]
        : [{ status: 'DRAFT', before: null }],
    );
  }
});

test('pay changes a SENT invoice to PAID', async t => {
  const { id } = await having('invoice', 'send');
  const { invoice } = await corkboard('invoice', 'pay', id);
  t.is(invoice.status, 'PAID');
  t.truthy(invoice.paidAt);
});

test('void changes a DRAFT or SENT invoice to VOID', async t => {
  const drafted = await having('invoice');
  const sent = await having('invoice', 'send');
  for (const { id } of [drafted, sent]) {
    const { invoice } = await corkboard('invoice', 'void', id);
    t.is(invoice.status, 'VOID');
    t.truthy(invoice.voidedAt);
  }
});

test('view records the first view, and a second one changes nothing', async t => {
  const { studio, id } = await having('invoice', 'send');
  const first = await corkboard('invoice', 'view', id);
  t.truthy(first.invoice.viewedAt);
  const before = await everything(w, studio.id);
  t.deepEqual(await corkboard('invoice', 'view', id), first);
  t.deepEqual(await everything(w, studio.id), before);
});

test('a PAID invoice can be viewed too', async t => {
  const { id } = await having('invoice', 'send', 'pay');
  t.truthy((await corkboard('invoice', 'view', id)).invoice.viewedAt);
});

test('late-fee sets the fee, and a new one replaces it', async t => {
  const { id } = await having('invoice', 'send');
  const { invoice } = await corkboard('invoice', 'late-fee', id, '--cents', '1500');
  t.like(invoice, { amountCents: 10_000, lateFeeCents: 1500, totalCents: 11_500 });
  t.like((await corkboard('invoice', 'late-fee', id, '--cents', '0')).invoice, { totalCents: 10_000 });
});

const fee = ['late-fee', '--cents', '1'];
for (const [what, kind, verbs, verb, reason] of [
  ['a SENT invoice is not sent again', 'invoice', ['send'], ['send'], /is SENT/],
  ['a PAID invoice is not sent', 'invoice', ['send', 'pay'], ['send'], /is PAID/],
  ['a VOID invoice is not sent', 'invoice', ['void'], ['send'], /is VOID/],
  ['a DRAFT is not paid', 'invoice', [], ['pay'], /is DRAFT/],
  ['a PAID invoice is not paid again', 'invoice', ['send', 'pay'], ['pay'], /is PAID/],
  ['a VOID invoice is not paid', 'invoice', ['send', 'void'], ['pay'], /is VOID/],
  ['a SENT estimate is not paid', 'estimate', ['send'], ['pay'], /estimate/],
  ['a PAID invoice is not voided', 'invoice', ['send', 'pay'], ['void'], /is PAID/],
  ['a VOID invoice is not voided again', 'invoice', ['void'], ['void'], /is VOID/],
  ['a DRAFT is not viewed', 'invoice', [], ['view'], /is DRAFT/],
  ['a VOID invoice is not viewed', 'invoice', ['send', 'void'], ['view'], /is VOID/],
  ['a VOID estimate is not viewed', 'estimate', ['send', 'view', 'void'], ['view'], /is VOID/],
  ['a DRAFT gets no late fee', 'invoice', [], fee, /late fee/],
  ['a PAID invoice gets no late fee', 'invoice', ['send', 'pay'], fee, /late fee/],
  ['a VOID invoice gets no late fee', 'invoice', ['void'], fee, /late fee/],
  ['a SENT estimate gets no late fee', 'estimate', ['send'], fee, /late fee/],
] as const) {
  test(`rejected, and nothing changed: ${what}`, async t => {
    const { studio, id } = await having(kind, ...verbs);
    const before = await everything(w, studio.id);
    const [name, ...options] = verb;
    t.regex(await corkboard.refused('invoice', name, id, ...options), reason);
    t.deepEqual(await everything(w, studio.id), before);
  });
}

test('an invoice that does not exist is not found', async t => {
  const unknown = '01900000-0000-7000-8000-000000000000';
  for (const verb of ['send', 'view', 'pay', 'void']) {
    t.is(await corkboard.refused('invoice', verb, unknown), 'No invoice with this id.');
  }
  t.is(
    await corkboard.refused('invoice', 'late-fee', 'INV-0001', '--cents', '1'),
    'No invoice with this id.',
  );
});

for (const cents of ['-1', '100000001', '1.5', '1e3', '', 'ten']) {
  test(`wrong usage: a late fee of ${cents || 'nothing'}`, async t => {
    t.regex(await misuse('invoice', 'late-fee', 'x', '--cents', cents), /--cents/);
  });
}

test('20 simultaneous views record one first view, with one event', async t => {
  const { studio, id } = await having('invoice', 'send');
  await w.db.query(
    `insert into corkboard.webhook_endpoints (workspace_id, url, format, events)
     values ($1, 'https://hooks.example/x', 'slack', '{invoice.viewed}')`,
    [studio.id],
  );
  const connections = new pg.Pool({ connectionString: w.databaseUrl, max: 20 });
  const views = await Promise.all(
    Array.from({ length: 20 }, () =>
      connections.query('select viewed_at from corkboard.view_invoice($1, $2)', [studio.id, id]),
    ),
  );
  await connections.end();
  t.is(new Set(views.map(({ rows }) => rows[0].viewed_at.getTime())).size, 1);
  const { rows } = await w.db.query(
    'select event from corkboard.webhook_deliveries where workspace_id = $1',
    [studio.id],
  );
  t.deepEqual(rows, [{ event: 'invoice.viewed' }]);
});
