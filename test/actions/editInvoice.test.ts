import test from 'ava';
import { toFailure } from '../../src/errors/translate.ts';
import { misuse, operator } from '../support/command.ts';
import { world } from '../support/world.ts';

// Editing a draft, by the operator's command and by the function behind it.

const w = world(test);
const { sql } = w;
const corkboard = operator(w);

async function drafted(fields: object = {}) {
  const studio = await w.workspace();
  const project = await studio.project();
  return { studio, project, draft: await studio.invoice(project.id, fields) };
}

const untaxed = ['--tax-rate-bps', '0', '--tax-inclusive', 'false'];
const versionOf = async (id: string): Promise<number> =>
  (await sql('select version from corkboard.invoices where id = $1', id))[0].version;

test('an edit replaces everything that a draft says, and keeps its number, kind, project and author', async t => {
  const { studio, project, draft } = await drafted({ kind: 'estimate', amountCents: 900, poNumber: 'PO-1' });
  const lineItems = [{ description: 'Design', quantityHundredths: 250, unitPriceCents: 8000 }];
  const { invoice } = await corkboard(
    ...['invoice', 'edit', draft.id, '--line-items', JSON.stringify(lineItems), '--currency', 'EUR'],
    ...['--discount-cents', '1000', '--tax-rate-bps', '2000', '--tax-inclusive', 'false'],
    ...['--due-date', '2030-01-31', '--supply-date', '2029-12-24', '--notes', 'IBAN', '--version', '1'],
  );
  const { number, kind, status, createdVia, createdAt } = draft;
  t.like(invoice, { id: draft.id, projectId: project.id, number, kind, status, createdVia, createdAt });
  t.like(invoice, {
    currency: 'EUR',
    lineItems: [{ ...lineItems[0], taxRateBps: null }],
    discountCents: 1000,
    taxCents: 3800,
    totalCents: 22_800,
    dueDate: '2030-01-31',
    supplyDate: '2029-12-24',
    poNumber: null,
    version: 2,
  });
  const { body } = await studio.get('/invoices');
  t.like(body.data[0], { id: draft.id, totalCents: 22_800, poNumber: null });
});

test('an edit comes to the same amounts as a draft of the same content', async t => {
  const { studio, project, draft } = await drafted();
  const content = {
    lineItems: [
      { description: 'Books', quantityHundredths: 333, unitPriceCents: 1999, taxRateBps: 700 },
      { description: 'Design', quantityHundredths: 125, unitPriceCents: 9999, taxRateBps: null },
    ],
    discountCents: 777,
    taxRateBps: 1900,
    taxInclusive: true,
  };
  const other = await studio.invoice(project.id, content);
  const { invoice } = await corkboard(
    ...['invoice', 'edit', draft.id, '--line-items', JSON.stringify(content.lineItems)],
    ...['--discount-cents', '777', '--tax-rate-bps', '1900', '--tax-inclusive', 'true'],
  );
  for (const field of ['amountCents', 'taxCents', 'totalCents', 'lineItems'])
    t.deepEqual(invoice[field], other[field], field);
});

test('the audit log has the old and new values of the changed fields', async t => {
  const { studio, draft } = await drafted({ amountCents: 10_000, currency: 'USD', notes: 'IBAN' });
  await corkboard(
    'invoice',
    'edit',
    draft.id,
    '--amount-cents',
    '12000',
    '--po-number',
    'PO-7',
    '--notes',
    'IBAN',
    ...untaxed,
  );
  const { audits } = await corkboard('audit', 'list', '--workspace', studio.id);
  t.like(audits[0], { action: 'invoice.edited', actor: 'operator', recordId: draft.id });
  t.deepEqual(audits[0].changes, {
    currency: ['USD', 'USD'],
    subtotalCents: [10_000, 12_000],
    totalCents: [10_000, 12_000],
    poNumber: [null, 'PO-7'],
  });
});

test('an edit that changes nothing leaves no entry and no new version', async t => {
  const { studio, draft } = await drafted({
    amountCents: 500,
    notes: 'IBAN',
    taxRateBps: 0,
    taxInclusive: false,
  });
  const before = await corkboard('audit', 'list', '--workspace', studio.id);
  await corkboard('invoice', 'edit', draft.id, '--amount-cents', '500', '--notes', 'IBAN', ...untaxed);
  t.deepEqual(await corkboard('audit', 'list', '--workspace', studio.id), before);
  t.is(await versionOf(draft.id), 1);
});

test('an edit emits no event', async t => {
  const { studio, draft } = await drafted();
  await sql(
    `select corkboard.add_endpoint($1, 'https://hooks.example/', 'json', corkboard.subscribable_events())`,
    studio.id,
  );
  await corkboard('invoice', 'edit', draft.id, '--amount-cents', '1', ...untaxed);
  t.deepEqual(await sql('select 1 from corkboard.webhook_deliveries where workspace_id = $1', studio.id), []);
});

test('only a DRAFT is edited', async t => {
  for (const [sent, status] of [
    ['send', 'SENT'],
    ['void', 'VOID'],
  ] as const) {
    const { draft } = await drafted({ amountCents: 500 });
    await corkboard('invoice', sent, draft.id);
    const said = await corkboard.refused('invoice', 'edit', draft.id, '--amount-cents', '1', ...untaxed);
    t.is(said, `INV-0001 is ${status}: only a DRAFT can be edited.`);
  }
});

test('an edit of a version that was edited since is rejected, and names who edited it', async t => {
  const { draft } = await drafted({ amountCents: 500 });
  const edit = (cents: string) => ['invoice', 'edit', draft.id, '--amount-cents', cents, ...untaxed];
  await corkboard(...edit('1'), '--version', '1');
  t.regex(await corkboard.refused(...edit('2'), '--version', '1'), /^INV-0001 was edited by operator since/);
  t.is((await corkboard(...edit('2'), '--version', '2')).invoice.totalCents, 2);
});

test('the totals of the project and the counts follow an edit', async t => {
  const { studio, project, draft } = await drafted({ amountCents: 500, currency: 'USD' });
  await corkboard('invoice', 'edit', draft.id, '--amount-cents', '700', '--currency', 'EUR', ...untaxed);
  const { body } = await studio.get(`/projects/${project.id}`);
  t.deepEqual(body.project.invoiceTotals, [
    { currency: 'EUR', totalCents: 700, paidCents: 0, outstandingCents: 0 },
  ]);
});

test('the command rejects content that no draft can have', async t => {
  const { draft } = await drafted();
  const refused = (...options: string[]) =>
    corkboard.refused('invoice', 'edit', draft.id, ...options, ...untaxed);
  t.regex(await refused(), /is required, unless/);
  t.regex(
    await refused('--amount-cents', '1', '--line-items', '[{"description":"A","unitPriceCents":1}]'),
    /cannot be combined with amountCents/,
  );
  t.regex(await refused('--amount-cents', '1', '--discount-cents', '2'), /must not exceed the subtotal/);
  t.regex(
    await misuse('invoice', 'edit', draft.id, '--line-items', '[{"description":1}]', ...untaxed),
    /--line-items/,
  );
  t.is(await versionOf(draft.id), 1);
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
  for (let tries = 0; tries < 5; tries++) await attempt();
});
