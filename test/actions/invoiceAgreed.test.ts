import test from 'ava';
import type { Row } from '../../src/actions/define.ts';
import { act, prepareAndAct } from '../support/actor.ts';
import { sharedWorld } from '../support/world.ts';

// How what a client agreed to becomes invoices, and what frees it again.

const w = sharedWorld(test, 'api');
const { sql, call } = w;

/** A project with an approved scope, and what a person does with what was agreed. */
async function agreed(scope: Row = {}, settings: Row = {}) {
  const studio = await w.workspace({ currency: 'EUR' });
  await call('change_workspace', studio.id, { tax_rate_bps: 2000, country: 'DE', ...settings });
  const project = await studio.project({ name: 'Website' });
  await studio.scope(project.id, { deliverables: ['Menu', 'Shop'], priceCents: 100_000, ...scope });
  const ids = { workspace: studio.id, project: project.id };
  await act(w.db, 'scope.approve', ids, { by: 'Ines' });
  const work = async (): Promise<any> =>
    (await sql('select corkboard.agreed_to_invoice($1, $2) as work', studio.id, project.id))[0].work;
  const [scopeItem] = (await work()).items;
  const bill = async (given: Row = {}, shown: number | null = null): Promise<any> => {
    const asked = { item: scopeItem?.id, ...given };
    return (await prepareAndAct(w.db, 'project.invoice-agreed', ids, asked, { shown })).invoice;
  };
  const edit = async (invoice: { id: string }, content: Row) => {
    const terms = { taxRateBps: 2000, taxInclusive: false, ...content };
    await prepareAndAct(w.db, 'invoice.edit', { ...ids, invoice: invoice.id }, terms);
  };
  const on = (invoice: { id: string }, action: string, input: Row = {}, more: Row = {}) =>
    act(w.db, action, { ...ids, invoice: invoice.id }, input, more);
  /** Net and gross on sent invoices and on drafts, and what was paid, of an item by its number. */
  const figures = async (at = 0) => {
    const one = (await work()).items[at];
    return [
      ...[one.invoicedNetCents, one.invoicedGrossCents],
      ...[one.draftedNetCents, one.draftedGrossCents, one.paidGrossCents],
    ];
  };
  const notesOf = async ({ id }: { id: string }) =>
    (await sql('select notes from corkboard.invoices where id = $1', id))[0].notes;
  return { studio, project, ids, work, bill, edit, on, figures, notesOf };
}

const texts = (invoice: any) =>
  invoice.lineItems.map((line: any) => [
    line.description.replace(/ as agreed on .*/, ''),
    line.unitPriceCents,
  ]);

test('a scope is invoiced in parts, each in its words, and the last one says what came before', async t => {
  const { work, bill, on, figures, notesOf } = await agreed();
  t.like((await work()).items[0], {
    kind: 'scope',
    agreedNetCents: 100_000,
    agreedGrossCents: 120_000,
    currency: 'EUR',
  });
  const first = await bill({ percentBps: 3000 });
  t.deepEqual(texts(first), [['30% of Website,', 30_000]]);
  t.like(first, { status: 'DRAFT', createdVia: 'app', totalCents: 36_000 });
  t.deepEqual(await figures(), [0, 0, 30_000, 36_000, 0]);
  await on(first, 'invoice.send');
  // It is paid last.
  await on(first, 'invoice.late-fee', { cents: 500 });
  await on(first, 'invoice.pay', { amountCents: 18_000 });
  t.deepEqual(await figures(), [30_000, 36_000, 0, 0, 18_000]);
  await on(first, 'invoice.pay', { amountCents: 18_200 });
  t.deepEqual(await figures(), [30_000, 36_000, 0, 0, 36_000]);
  await on(first, 'invoice.pay');
  t.deepEqual(await figures(), [30_000, 36_000, 0, 0, 36_000]);
  t.is(await notesOf(first), null);
  t.deepEqual(texts(await bill({ amountCents: 10_001, by: 'deliverable' })), [
    ['Part of Menu,', 5001],
    ['Part of Shop,', 5000],
  ]);
  const rest = await bill();
  t.deepEqual(texts(rest), [['Rest of Website,', 59_999]]);
  const lines = (await notesOf(rest)).split('\n');
  t.regex(lines[0], /^Website, agreed on .*: €1,000\.00 plus VAT$/);
  t.regex(
    lines.slice(1).join('|'),
    /^Invoiced before:\|INV-0001, .*: €300\.00 \+ €60\.00 VAT = €360\.00\|INV-0002: €100\.01 \+/,
  );
  t.deepEqual(await figures(), [30_000, 36_000, 70_000, 84_000, 36_000]);
  await t.throwsAsync(bill(), { message: /^Nothing of this is left/ });
  // Beyond the price the page asks, and doesn't forbid.
  t.deepEqual(texts(await bill({ percentBps: 10_000 })), [['Website,', 100_000]]);
});

test('an item is free again once its line is removed, its invoice is void or assigned to nothing', async t => {
  const { studio, project, work, bill, edit, on, figures } = await agreed();
  const more = { description: 'Trip', quantityHundredths: 100, unitPriceCents: 5000, taxRateBps: null };
  const invoice = await bill({ by: 'deliverable' });
  const [{ ids }] = await sql('select line_ids as ids from corkboard.invoices where id = $1', invoice.id);
  const lines = invoice.lineItems.map((line: object, at: number) => ({ ...line, id: ids[at] }));
  await edit(invoice, {
    lineItems: [more, { ...lines[1], unitPriceCents: 40_000 }],
    namesLines: true,
    discountCents: 4500,
  });
  t.deepEqual(await figures(), [0, 0, 36_000, 43_200, 0]);
  await edit(invoice, { amountCents: 500 });
  t.deepEqual(await figures(), [0, 0, 0, 0, 0]);
  const second = await bill();
  await on(second, 'invoice.send');
  await on(second, 'invoice.void');
  t.deepEqual(await figures(), [0, 0, 0, 0, 0]);
  // A draft of a program is assigned by a person, its flat amount or all its lines.
  for (const content of [{ amountCents: 20_000 }, { lineItems: [{ ...more, unitPriceCents: 20_000 }] }]) {
    const draft = await studio.invoice(project.id, { currency: 'EUR', ...content });
    await on(draft, 'invoice.assign', { item: (await work()).items[0].id });
    t.deepEqual(await figures(), [0, 0, 20_000, 24_000, 0]);
    await on(draft, 'invoice.assign');
    t.deepEqual(await figures(), [0, 0, 0, 0, 0]);
  }
  // Its amounts are none of the item's once they are in another currency.
  await edit(await bill(), { currency: 'USD', lineItems: [more] });
  t.deepEqual(await figures(), [0, 0, 0, 0, 0]);
});

test('a payment plan is suspended while it doesn’t fit, and its parts are billed once each', async t => {
  const { studio, project, ids, work, bill, on, figures } = await agreed({ priceCents: undefined });
  const other = await studio.project({ name: 'Shop' });
  const shop = { workspace: studio.id, project: other.id };
  const draft = (fields: Row) => studio.scope(other.id, { deliverables: ['Shop'], ...fields });
  await draft({ priceCents: 100_001 });
  const parts = [
    { shareBps: 3333, due: 'approval' },
    { shareBps: 3333, due: 'date', dueOn: '2026-01-31' },
    { shareBps: 3334, due: 'delivery' },
  ];
  await prepareAndAct(w.db, 'scope.plan', shop, { parts });
  const amounts = async () => {
    const [{ parts }] = await sql(
      'select corkboard.payment_parts(payment_plan, price_cents, currency) as parts from corkboard.scopes where project_id = $1',
      other.id,
    );
    return parts?.map(({ cents }: { cents: number }) => cents);
  };
  t.deepEqual(await amounts(), [33_330, 33_330, 33_341]);
  await draft({ currency: 'USD', priceCents: 100_000 });
  t.is(await amounts(), undefined);
  await draft({ currency: 'EUR' });
  t.deepEqual(await amounts(), [33_330, 33_330, 33_340]);
  // Ten halves of a cent, rounded up, leave less than nothing for the last part.
  const tenths = { currency: 'EUR', parts: Array(10).fill({ shareBps: 1000, due: 'request' }) };
  t.deepEqual(await sql(`select corkboard.payment_parts($1, 5, 'EUR') as parts`, tenths), [{ parts: null }]);
  const contract = async () =>
    (await sql('select corkboard.contract_document($1, $2) as document', studio.id, other.id))[0].document;
  t.is((await contract()).paymentParts.length, 3);
  await act(w.db, 'scope.approve', shop, { by: 'Ines' });
  const copy = await studio.project();
  await act(w.db, 'scope.duplicate', shop, { to: copy.id });
  t.deepEqual(
    await sql('select version, payment_plan from corkboard.scope_versions where project_id = $1', copy.id),
    [{ version: 1, payment_plan: { currency: 'EUR', parts } }],
  );
  const [item] = (await sql('select corkboard.agreed_to_invoice($1, $2) as work', studio.id, other.id))[0]
    .work.items;
  t.deepEqual(
    item.parts.map(({ isDue }: Row) => isDue),
    [true, true, false],
  );
  const part = async (number: number) =>
    (
      await prepareAndAct(
        w.db,
        'project.invoice-agreed',
        shop,
        { item: item.id, part: number },
        { shown: null },
      )
    ).invoice;
  const second = await part(2);
  t.deepEqual(texts(second), [['33.33% of Shop,', 33_330]]);
  await t.throwsAsync(part(2), { message: 'This part is on an invoice already.' });
  await on(second, 'invoice.void');
  const again = await part(2);
  for (const action of ['invoice.send', 'invoice.pay']) await on(again, action);
  await on(again, 'invoice.credit', { reason: 'Late' });
  t.truthy(await part(2));
  // Of an estimate, mixed.
  const estimate = await studio.invoice(project.id, {
    kind: 'estimate',
    currency: 'EUR',
    amountCents: 10_000,
  });
  const hash = async () =>
    (await sql('select corkboard.estimate_document($1, $2) as document', studio.id, estimate.id))[0].document;
  t.false('paymentParts' in (await hash()));
  const mixed = [
    { amountCents: 2500, due: 'approval' },
    { shareBps: 7500, due: 'request' },
  ];
  await prepareAndAct(w.db, 'estimate.plan', { ...ids, invoice: estimate.id }, { parts: mixed });
  t.like((await hash()).paymentParts, [{ cents: 2500 }, { cents: 7500 }]);
  const { id } = (await on(estimate, 'invoice.duplicate')).invoice;
  t.like(await sql('select payment_plan from corkboard.invoices where id = $1', id), [
    { payment_plan: { parts: mixed } },
  ]);
  await on(estimate, 'invoice.send');
  await on(estimate, 'estimate.accept', { by: 'Ines' }, { from: null, browser: null });
  const planned = (await work()).items[0];
  t.deepEqual(texts(await bill({ item: planned.id, part: 1 })), [['Part of Estimate EST-0001,', 2500]]);
  t.deepEqual((await figures()).slice(2, 3), [2500]);
});

test('what a credit note takes back can be invoiced again', async t => {
  const { studio, bill, on, figures } = await agreed();
  const invoice = await bill({ by: 'deliverable' });
  await on(invoice, 'invoice.send');
  await on(invoice, 'invoice.pay', { amountCents: 60_000 });
  const credit = (...what: unknown[]) => call('credit_invoice', studio.id, invoice.id, 'No shop', ...what);
  await credit([2]);
  t.deepEqual(await figures(), [50_000, 60_000, 0, 0, 60_000]);
  await credit(null, 12_000, 2000);
  t.deepEqual(await figures(), [40_000, 48_000, 0, 0, 48_000]);
  t.deepEqual(texts(await bill()), [['Rest of Website,', 60_000]]);
});

test('the lines of an item add up to what is left of its invoice, and to what was paid', async t => {
  const deliverables = ['Menu', 'Shop', 'Blog'];
  const { studio, bill, on, figures } = await agreed({ deliverables, priceCents: 10_000 });
  const invoice = await bill({ by: 'deliverable' });
  await on(invoice, 'invoice.send');
  await on(invoice, 'invoice.pay', { amountCents: 5_000 });
  t.deepEqual(await figures(), [10_000, 12_001, 0, 0, 5_000]);
  await call('credit_invoice', studio.id, invoice.id, 'Late', null, 1_000, 2000);
  t.deepEqual(await figures(), [9_167, 11_001, 0, 0, 5_000]);
});

test('the same remainder is drafted once, by whoever is first', async t => {
  const { studio, project, work, bill, on } = await agreed();
  const estimate = await studio.invoice(project.id, { kind: 'estimate', currency: 'EUR' });
  await on(estimate, 'invoice.send');
  await on(estimate, 'estimate.accept', { by: 'Ines' }, { from: null, browser: null });
  const [{ version }] = (await work()).items;
  const outcomes = await Promise.allSettled([bill({}, version), bill({}, version)]);
  t.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  // What is gone with an estimate doesn't hide it.
  await on(estimate, 'invoice.void');
  await t.throwsAsync(bill({ amountCents: 1 }, version), { message: /was changed meanwhile/ });
});

test('an estimate is invoiced at its rates, and again once its invoice is void', async t => {
  const { studio, project, ids, work, bill, on, figures } = await agreed();
  const line = { quantityHundredths: 100, unitPriceCents: 10_000 };
  const estimate = await studio.invoice(project.id, {
    kind: 'estimate',
    currency: 'EUR',
    lineItems: [
      { ...line, description: 'Copy', taxRateBps: 2000 },
      { ...line, description: 'Book', taxRateBps: 500 },
    ],
  });
  await on(estimate, 'invoice.send');
  await on(estimate, 'estimate.accept', { by: 'Ines' }, { from: null, browser: null });
  const item = (await work()).items[1];
  t.like(item, { kind: 'estimate', name: 'EST-0001', agreedNetCents: 20_000, agreedGrossCents: 22_500 });
  const half = await bill({ item: item.id, percentBps: 5000 });
  t.deepEqual(
    half.lineItems.map((one: any) => [one.unitPriceCents, one.taxRateBps]),
    [
      [5000, 2000],
      [5000, 500],
    ],
  );
  await t.throwsAsync(on(estimate, 'estimate.convert'), { message: /was invoiced in part already/ });
  await t.throwsAsync(on(estimate, 'invoice.void'), { message: /void that invoice first/ });
  await on(half, 'invoice.void');
  const convert = async () => (await on(estimate, 'estimate.convert')).invoice;
  const whole = await convert();
  t.deepEqual(await figures(1), [0, 0, 20_000, 22_500, 0]);
  await t.throwsAsync(convert(), { message: /^EST-0001 was turned into/ });
  await on(whole, 'invoice.void');
  await on(await convert(), 'invoice.void');
  const closed = { ...ids, agreed: item.id };
  await act(w.db, 'agreed.close', closed);
  await t.throwsAsync(bill({ item: item.id }), { message: /reopen it first/ });
  await act(w.db, 'agreed.reopen', closed);
  t.truthy(await bill({ item: item.id }));
  t.is(
    await sql('select 1 from corkboard.agreed_items where project_id = $1', project.id).then(r => r.length),
    2,
  );
});

test('amounts beyond the price of a line are billed in quantities, whatever they come to', async t => {
  const { studio, project, work, bill, on, figures } = await agreed({ priceCents: undefined });
  const estimate = await studio.invoice(project.id, {
    ...{ kind: 'estimate', currency: 'IDR', taxRateBps: 2000 },
    lineItems: [
      { description: 'Site', quantityHundredths: 1_000_000, unitPriceCents: 100_000_000 },
      { description: 'Rounding', unitPriceCents: 5 },
    ],
  });
  await on(estimate, 'invoice.send');
  await on(estimate, 'estimate.accept', { by: 'Ines' }, { from: null, browser: null });
  const [{ id: item }] = (await work()).items;
  const pricesOf = async (share: Row) =>
    (await bill({ item, ...share })).lineItems.map((line: any) => [
      line.quantityHundredths,
      line.unitPriceCents,
    ]);
  t.deepEqual(await pricesOf({ percentBps: 500 }), [[50_000, 100_000_000]]);
  t.deepEqual(await pricesOf({}), [
    [753_100, 99_989_475],
    [197_000, 99_989_474],
  ]);
  t.is((await figures())[2], 1_000_000_000_005);
  // More than a line holds.
  t.is((await pricesOf({ percentBps: 10_000 })).length, 4);
});

test('prices that include tax and clients without tax are agreed and billed as they are', async t => {
  const inclusive = await agreed({ priceCents: 120_000 }, { prices_include_tax: true });
  t.like((await inclusive.work()).items[0], { agreedNetCents: 100_000, agreedGrossCents: 120_000 });
  t.like(await inclusive.bill({ percentBps: 5000 }), {
    totalCents: 60_000,
    taxInclusive: true,
    taxCents: 10_000,
  });
  for (const prices_include_tax of [false, true]) {
    const untaxed = await agreed({}, { prices_include_tax, zero_tax_reason: 'reverse_charge' });
    t.like((await untaxed.work()).items[0], { agreedNetCents: 100_000, agreedGrossCents: 100_000 });
    t.like(await untaxed.bill(), { totalCents: 100_000, taxRateBps: 0 });
  }
  const hourly = await agreed({ priceCents: undefined });
  t.deepEqual((await hourly.work()).items, []);
});
