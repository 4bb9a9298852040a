import test from 'ava';
import { times } from '../support/times.ts';
import { sharedWorld } from '../support/world.ts';

const w = sharedWorld(test, 'api');

test('201: a flat amount with the workspace’s defaults', async t => {
  const { studio, id } = await w.withProject({ taxRateBps: 2000, currency: 'EUR' });
  const { status, body } = await studio.post('/invoices', { projectId: id, amountCents: 10_001 });
  t.is(status, 201);
  t.like(body.invoice, {
    projectId: id,
    number: 'INV-0001',
    kind: 'invoice',
    status: 'DRAFT',
    currency: 'EUR',
    lineItems: [],
    discountCents: 0,
    taxRateBps: 2000,
    taxInclusive: false,
    amountCents: 12_001,
    taxCents: 2000,
    lateFeeCents: 0,
    totalCents: 12_001,
    dueDate: null,
    supplyDate: null,
    poNumber: null,
    createdVia: 'api',
    sentAt: null,
    paidAt: null,
  });
  t.is(body.url, `/projects/${id}?tab=invoices`);
  t.regex(body.next, /Send/);
});

test('next states the amounts in the currency of the invoice, and reads dates back', async t => {
  const { studio, id: projectId } = await w.withProject({ currency: 'USD' });
  for (const [fields, words] of [
    [{ amountCents: 1200, taxRateBps: 20 }, '12.00 USD plus 0.2 % tax (0.02 USD), 12.02 USD in all.'],
    [{ amountCents: 150_000, currency: 'JPY' }, '150,000 JPY without tax.'],
    [{ amountCents: 8_400_500, currency: 'KWD' }, '8,400.500 KWD without tax.'],
    [{ amountCents: 12_345, currency: 'CLF' }, '1.2345 CLF without tax.'],
    [
      { amountCents: 100, dueDate: '2020-01-31' },
      '1.00 USD without tax. It is due on 31 January 2020, which is in the past.',
    ],
    [{ amountCents: 100, dueDate: '9999-12-31' }, '1.00 USD without tax. It is due on 31 December 9999.'],
    [
      { amountCents: 100, dueDate: '0001-01-01', supplyDate: '2026-11-03' },
      '1.00 USD without tax. It is due on 1 January 1, which is in the past. The work was delivered on 3 November 2026.',
    ],
  ] as const) {
    const { body } = await studio.post('/invoices', { projectId, ...fields });
    const opening = 'Open the link, check the invoice and click Send: nothing has been sent yet.';
    t.is(body.next, `${opening} It is for ${words}`);
  }
});

test('next says until when an estimate is valid', async t => {
  const { studio, id: projectId } = await w.withProject({ currency: 'USD' });
  const next = async (dueDate: string) =>
    (await studio.post('/invoices', { projectId, kind: 'estimate', amountCents: 100, dueDate })).body.next;
  t.regex(await next('2099-12-31'), / It is valid until 31 December 2099\.$/);
  t.regex(await next('2020-01-31'), / It is valid until 31 January 2020, which is in the past\.$/);
});

test('next names the unbilled time of the project, and a repetition gets the first answer', async t => {
  const { studio, id: projectId } = await w.withProject({ currency: 'USD' });
  const log = (minutes: number, billable = true) =>
    studio.post(`/projects/${projectId}/time`, { minutes, billable });
  await log(60, false);
  const draft = (kind: string, key: string) =>
    studio.post('/invoices', { projectId, kind, amountCents: 60_000 }, { 'Idempotency-Key': key });
  t.regex((await draft('invoice', 'before')).body.next, /600\.00 USD without tax\.$/);
  await log(365);
  const first = await draft('invoice', 'after');
  t.regex(
    first.body.next,
    /Send: .* This project has 6:05 hours of unbilled time: if the invoice is for that time, use Invoice unbilled time/,
  );
  t.regex((await draft('estimate', 'estimate')).body.next, /600\.00 USD without tax\.$/);
  await log(10);
  t.is((await draft('invoice', 'after')).text, first.text);
});

test('an invoice due today is not due in the past', async t => {
  const { studio, id: projectId } = await w.withProject();
  const [{ today }] = await w.sql('select corkboard.workspace_today($1)::text as today', studio.id);
  const { body } = await studio.post('/invoices', { projectId, amountCents: 1, dueDate: today });
  t.regex(body.next, / It is due on \d+ \w+ \d{4}\.$/);
});

test('201: three rates, a discount and every other field', async t => {
  const studio = await w.workspace();
  const project = await studio.project();
  const { body } = await studio.post('/invoices', {
    projectId: project.id,
    kind: 'estimate',
    lineItems: [
      { description: ' Design ', unitPriceCents: 10_000, taxRateBps: 2000 },
      { description: 'Books', quantityHundredths: 250, unitPriceCents: 2000, taxRateBps: 0 },
      { description: 'Print', quantityHundredths: 333, unitPriceCents: 999, taxRateBps: null },
    ],
    taxRateBps: 1000,
    discountCents: 1000,
    currency: 'CHF',
    dueDate: '2026-12-31',
    supplyDate: '2026-12-01',
    poNumber: '  PO \n\t 77 ',
    notes: 'Thank you',
  });
  // Lines 10000, 5000 and 3326.67 → 3327; shares of 1000: 546, 273, 181; tax 1890.8 → 1891, 0, 314.6 → 315.
  t.like(body.invoice, {
    number: 'EST-0001',
    kind: 'estimate',
    currency: 'CHF',
    discountCents: 1000,
    taxCents: 2206,
    amountCents: 18_327 - 1000 + 2206,
    totalCents: 19_533,
    dueDate: '2026-12-31',
    supplyDate: '2026-12-01',
    poNumber: 'PO 77',
  });
  t.deepEqual(body.invoice.lineItems, [
    { description: 'Design', quantityHundredths: 100, unitPriceCents: 10_000, taxRateBps: 2000 },
    { description: 'Books', quantityHundredths: 250, unitPriceCents: 2000, taxRateBps: 0 },
    { description: 'Print', quantityHundredths: 333, unitPriceCents: 999, taxRateBps: null },
  ]);
  const rows = await w.sql('select notes from corkboard.invoices where id = $1', body.invoice.id);
  t.is(rows[0].notes, 'Thank you');
});

test('201: whether prices include tax is the workspace’s setting, unless the body says it', async t => {
  const { studio, id } = await w.withProject({ taxRateBps: 2000, pricesIncludeTax: true });
  const including = { taxInclusive: true, amountCents: 12_000, taxCents: 2000 };
  t.like(await studio.invoice(id, { amountCents: 12_000 }), including);
  const adding = { taxInclusive: false, amountCents: 12_000, taxCents: 0 };
  t.like(await studio.invoice(id, { amountCents: 12_000, taxInclusive: false, taxRateBps: 0 }), adding);
});

test('201: the largest amounts are exact', async t => {
  const { studio, id } = await w.withProject();
  const line = {
    description: 'All',
    quantityHundredths: 1_000_000,
    unitPriceCents: 100_000_000,
    taxRateBps: 10_000,
  };
  const invoice = await studio.invoice(id, { lineItems: Array(50).fill(line), discountCents: 1 });
  t.is(invoice.totalCents, 2 * (50 * 10 ** 12 - 1));
});

test('201: numbers count up per kind without gaps, with simultaneous drafts', async t => {
  const { studio, id } = await w.withProject();
  await studio.post('/invoices', { projectId: id, amountCents: 1, discountCents: 2 });
  const made = await times(12, i => studio.invoice(id, { kind: i % 3 ? 'invoice' : 'estimate' }));
  const upTo = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${prefix}-000${i + 1}`);
  t.deepEqual(made.map(({ number }) => number).sort(), [...upTo('EST', 4), ...upTo('INV', 8)]);
});

test('201: after INV-9999 comes INV-10000', async t => {
  const { studio, id } = await w.withProject();
  await studio.invoice(id);
  await w.sql('update corkboard.invoices set sequence = 9999 where project_id = $1', id);
  t.is((await studio.invoice(id)).number, 'INV-10000');
});
