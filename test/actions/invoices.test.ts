import test from 'ava';
import type { Row } from '../../src/actions/define.ts';
import { toFailure } from '../../src/errors/translate.ts';
import { act, prepareAndAct } from '../support/actor.ts';
import { sharedWorld } from '../support/world.ts';

// What an edit of a draft stores, and what people do with one invoice at once.

const w = sharedWorld(test, 'api');
const { sql, call } = w;

async function drafted(fields: object = {}) {
  const studio = await w.workspace();
  const project = await studio.project();
  const draft = await studio.invoice(project.id, fields);
  /** Edits the draft: what is not given is removed. */
  const edit = async (content: Row) => {
    const ids = { workspace: studio.id, invoice: draft.id };
    const given = { taxRateBps: 0, taxInclusive: false, ...content };
    return (await prepareAndAct(w.db, 'invoice.edit', ids, given)).invoice;
  };
  return { studio, project, draft, edit };
}

const versionOf = async (id: string): Promise<number> =>
  (await sql('select version from corkboard.invoices where id = $1', id))[0].version;

test('an edit replaces everything that a draft says, and keeps its number, kind, project and author', async t => {
  const { studio, project, draft, edit } = await drafted({
    kind: 'estimate',
    amountCents: 900,
    poNumber: 'PO-1',
  });
  const lineItems = [
    { description: 'Design', quantityHundredths: 250, unitPriceCents: 8000, taxRateBps: null },
  ];
  const dates = { dueDate: '2030-01-31', supplyDate: '2029-12-24' };
  const content = { lineItems, currency: 'EUR', discountCents: 1000, taxRateBps: 2000, ...dates };
  const invoice = await edit({ ...content, notes: 'IBAN' });
  const { number, kind, status, createdVia, createdAt } = draft;
  t.like(invoice, { id: draft.id, projectId: project.id, number, kind, status, createdVia, createdAt });
  t.like(invoice, { ...content, taxCents: 3800, totalCents: 22_800, poNumber: null, version: 2 });
  const { body } = await studio.get('/invoices');
  t.like(body.data[0], { id: draft.id, totalCents: 22_800, poNumber: null });
});

test('an edit comes to the same amounts as a draft of the same content, and so do the totals of the project', async t => {
  const { studio, project, draft, edit } = await drafted({ currency: 'EUR' });
  const content = {
    lineItems: [
      { description: 'Books', quantityHundredths: 333, unitPriceCents: 1999, taxRateBps: 700 },
      { description: 'Design', quantityHundredths: 125, unitPriceCents: 9999, taxRateBps: null },
    ],
    ...{ discountCents: 777, taxRateBps: 1900, taxInclusive: true },
  };
  const invoice = await edit({ ...content, currency: 'USD' });
  const { body } = await studio.get(`/projects/${project.id}`);
  const totals = { totalCents: invoice.totalCents, paidCents: 0, outstandingCents: 0 };
  t.deepEqual(body.project.invoiceTotals, [{ currency: 'USD', ...totals }]);
  const other = await studio.invoice(project.id, content);
  for (const field of ['amountCents', 'taxCents', 'totalCents', 'lineItems'])
    t.deepEqual(invoice[field], other[field], field);
  t.is(invoice.id, draft.id);
});

test('the audit log has the old and new values of the changed fields, and nothing of an edit that changes none', async t => {
  const { studio, draft, edit } = await drafted({ amountCents: 10_000, currency: 'USD', notes: 'IBAN' });
  const content = { amountCents: 12_000, poNumber: 'PO-7', notes: 'IBAN' };
  for (let times = 0; times < 2; times++) await edit(content);
  t.is(await versionOf(draft.id), 2);
  const entries = await sql(
    `select actor, record_id as id, changes from corkboard.audit_log where workspace_id = $1 and action = 'invoice.edited'`,
    studio.id,
  );
  const cents = [10_000, 12_000];
  const changes = {
    currency: ['USD', 'USD'],
    subtotalCents: cents,
    totalCents: cents,
    poNumber: [null, 'PO-7'],
  };
  t.deepEqual(entries, [{ actor: 'operator', id: draft.id, changes }]);
});

test('the function rejects details that the form rejects, and keeps those that a caller leaves out', async t => {
  const { studio, draft } = await drafted({ lineItems: [{ description: 'Design', unitPriceCents: 100 }] });
  const edit = (details: object | null, supplyDate: string | null = '2030-01-01', lines = 1) =>
    sql(
      `select e.* from corkboard.edit_invoice($1, $2, null, null, $3, 100, 0, 0, false, 0, null, $4, null, null, $5) e`,
      ...[studio.id, draft.id, JSON.stringify(Array(lines).fill(draft.lineItems[0])), supplyDate],
      details && JSON.stringify(details),
    );
  for (const [details, message] of [
    [{ language: 'it' }, 'language must be one of en, de, fr, nl, es.'],
    [{ zero_tax_reason: 'x' }, /^zeroTaxReason must be one of small_business/],
    [{ line_units: ['weeks'] }, 'lineItems.0.unit must be one of hours, days, pieces, flat.'],
    [{ line_units: ['days', null] }, 'lineUnits must have as many elements as there are lines.'],
    [{ exchange_rate_millionths: 0 }, 'exchangeRateMillionths must be between 1 and 1000000000000000.'],
    [{ supply_until: '2029-12-31' }, 'supplyUntil must not be before supplyDate.'],
    [{ notes: 'x' }, 'notes is not a known field.'],
  ] as const)
    await t.throwsAsync(edit(details), { message });
  await t.throwsAsync(edit({ supply_until: '2030-01-02' }, null), {
    message: 'supplyDate is required if supplyUntil is given.',
  });
  const details = { language: 'de', line_units: ['days'], supply_until: '2030-01-02' };
  await edit(details);
  t.like((await edit(null))[0], { version: 2, language: 'de', line_units: ['days'] });
  t.like((await edit(null, null, 2))[0], { language: 'de', line_units: null, supply_until: null });
  await call('send_invoice', studio.id, draft.id);
  await t.throwsAsync(call('set_invoice_details', studio.id, draft.id, details), {
    message: 'INV-0001 is SENT: only a DRAFT can be edited.',
  });
});

test('of editors who save the same version at once, one saves and the others get a conflict', async t => {
  const { studio, draft } = await drafted({ amountCents: 500 });
  const save = async (cents: number): Promise<string> => {
    try {
      await w.service.query(
        `select corkboard.edit_invoice($1, $2, 1, null, '[]', $3, 0, 0, false, 0, null, null, null, null)`,
        [studio.id, draft.id, cents],
      );
      return 'saved';
    } catch (error) {
      return toFailure(error)!.code;
    }
  };
  const outcomes = await Promise.all(Array.from({ length: 8 }, (_, n) => save(n + 1)));
  t.deepEqual(outcomes.toSorted(), [...Array(7).fill('conflict'), 'saved']);
  const [{ total_cents: total }] = await sql(
    'select total_cents from corkboard.invoices where id = $1',
    draft.id,
  );
  t.is(Number(total), outcomes.indexOf('saved') + 1);
  t.is(await versionOf(draft.id), 2);
});

test('of an edit and a send at once, the document that was sent is never edited afterwards', async t => {
  const attempt = async () => {
    const { studio, draft } = await drafted({ amountCents: 500, taxRateBps: 0 });
    const [edited, sent] = await Promise.allSettled([
      w.service.query(
        `select corkboard.edit_invoice($1, $2, 1, null, '[]', 700, 0, 0, false, 0, null, null, null, null)`,
        [studio.id, draft.id],
      ),
      w.service.query('select corkboard.send_invoice($1, $2)', [studio.id, draft.id]),
    ]);
    t.is(sent.status, 'fulfilled');
    const [row] = await sql('select status, total_cents from corkboard.invoices where id = $1', draft.id);
    t.is(row.status, 'SENT');
    t.is(Number(row.total_cents), edited.status === 'fulfilled' ? 700 : 500);
  };
  for (let tries = 0; tries < 3; tries++) await attempt();
});

test('if an invoice is sent and its project trashed at once, nothing is sent from the trash', async t => {
  for (let round = 0; round < 3; round++) {
    const { studio, project, draft } = await drafted();
    const { id } = draft;
    const [sending, trashing] = await Promise.allSettled([
      w.db.query('select corkboard.send_invoice($1, $2)', [studio.id, id]),
      w.db.query('select corkboard.trash_project($1, $2)', [studio.id, project.id]),
    ]);
    t.is(trashing.status, 'fulfilled');
    const rows = await w.sql(
      `select i.status, i.sent_at < p.trashed_at as before from corkboard.invoices i
         join corkboard.projects p on p.workspace_id = i.workspace_id and p.id = i.project_id where i.id = $1`,
      id,
    );
    t.deepEqual(
      rows,
      sending.status === 'fulfilled'
        ? [{ status: 'SENT', before: true }]
        : [{ status: 'DRAFT', before: null }],
    );
  }
});

test('a payment arrives today, in the days of the workspace', async t => {
  const { studio, draft } = await drafted({ amountCents: 500 });
  await call('send_invoice', studio.id, draft.id);
  // In one of them it is another day than in UTC.
  for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
    await call('change_workspace', studio.id, { time_zone });
    await call('record_payment', studio.id, draft.id, 1);
    const [last] = await sql(
      `select paid_on = corkboard.workspace_today(workspace_id) as "isToday" from corkboard.payments
        where invoice_id = $1 order by id desc limit 1`,
      draft.id,
    );
    t.true(last.isToday, time_zone);
  }
});

test('simultaneous views record one first view, with one event', async t => {
  const { studio, draft } = await drafted();
  const { id } = draft;
  await act(w.db, 'invoice.send', { workspace: studio.id, invoice: id });
  await w.sql(
    `insert into corkboard.webhook_endpoints (workspace_id, url, format, events)
     values ($1, 'https://hooks.example/x', 'slack', '{invoice.viewed}')`,
    studio.id,
  );
  const views = await Promise.all(
    Array.from({ length: 8 }, () =>
      w.db.query('select viewed_at from corkboard.view_invoice($1, $2)', [studio.id, id]),
    ),
  );
  t.is(new Set(views.map(({ rows }) => rows[0].viewed_at.getTime())).size, 1);
  const rows = await w.sql(
    'select event from corkboard.webhook_deliveries where workspace_id = $1',
    studio.id,
  );
  t.deepEqual(rows, [{ event: 'invoice.viewed' }]);
});

test('a duplicate has the content of its original, without its days, billed time and state', async t => {
  const { studio, draft, edit } = await drafted({ kind: 'invoice' });
  const lineItems = [
    { description: 'Design', quantityHundredths: 250, unitPriceCents: 8000, taxRateBps: 700, unit: 'hours' },
  ];
  const terms = {
    currency: 'EUR',
    discountCents: 1000,
    taxRateBps: 1900,
    taxInclusive: true,
    poNumber: 'PO-7',
  };
  const days = { dueDate: '2030-01-31', supplyDate: '2029-12-24', supplyUntil: '2029-12-31' };
  const details = { notes: 'IBAN', language: 'de', zeroTaxReason: 'exempt' };
  const { totalCents, taxCents } = await edit({ ...terms, ...days, ...details, lineItems });
  await sql(
    `update corkboard.invoices set line_ids = array[id], line_members = array[id], exchange_rate_millionths = 1 where id = $1`,
    draft.id,
  );
  await call('send_invoice', studio.id, draft.id);
  await call('change_workspace', studio.id, { payment_term_days: 14 });
  const { invoice } = await act(w.db, 'invoice.duplicate', { workspace: studio.id, invoice: draft.id });
  t.like(invoice, { ...terms, totalCents, taxCents, number: 'INV-0002', status: 'DRAFT', supplyDate: null });
  const [row] = await sql(
    `select i.notes, i.language, i.line_units, i.zero_tax_reason as "zeroTaxReason", i.line_ids, i.line_members, i.supply_until,
            i.exchange_rate_millionths, i.due_date - corkboard.workspace_today(i.workspace_id) as days
       from corkboard.invoices i where i.id = $1`,
    invoice.id,
  );
  t.deepEqual(row, {
    ...{ ...details, line_units: ['hours'], days: 14 },
    ...{ line_ids: null, line_members: null, supply_until: null, exchange_rate_millionths: null },
  });
});
