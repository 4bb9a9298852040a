import test from 'ava';
import fc from 'fast-check';
import { invoiceAmounts, invoiceLines, type Priced, subtotal } from '../../src/money/totals.ts';
import { pricedInvoice } from '../support/pricedInvoice.ts';
import { refusalOf as words } from '../support/refusal.ts';
import { times } from '../support/times.ts';
import { sharedWorld } from '../support/world.ts';

const w = sharedWorld(test, 'api');

/** The words in which the database refuses a call. */
const refusalOf = (called: Promise<unknown>) => called.then(() => 'nothing', words);
const { sql } = w;

const line = (unitPriceCents: number, taxRateBps: number | null = null) => ({
  ...{ description: 'Design', quantityHundredths: 100 },
  ...{ unitPriceCents, taxRateBps },
});
/** 100.00 and 50.00 at 19 %, and 30.00 at 7 %, less 18.00: 162.00 and 26.46 tax. */
const mixed = {
  ...{ lineItems: [line(10_000), line(5_000), line(3_000, 700)], discountCents: 1_800 },
  ...{ taxRateBps: 1900, taxInclusive: false, currency: 'EUR' },
};
const mixedTotal = 16_200 + 1_710 + 855 + 189;

/** What is credited; without fields all that is left. */
interface Credited {
  lines?: number[];
  amountCents?: number;
  rate?: number;
}

/** A sent invoice, of 100.00 unless told otherwise, and what can be done with it. */
async function sentInvoice(content: object = {}) {
  const studio = await w.workspace();
  const client = await studio.client();
  const project = await studio.project({ clientId: client.id });
  const send = async (fields: object) => {
    const { id } = await studio.invoice(project.id, fields);
    await sql('select corkboard.send_invoice($1, $2)', studio.id, id);
    return id as string;
  };
  const id = await send(content);
  const call = (name: string, ...more: unknown[]) => {
    const values = more.map((_, at) => `$${at + 2}`);
    return sql(`select r.* from corkboard.${name}(${['$1', ...values].join(', ')}) r`, studio.id, ...more);
  };
  const credit = async (how: Credited = {}, of = id) =>
    (
      await call(
        'credit_invoice',
        of,
        'Too much',
        how.lines ?? null,
        how.amountCents ?? null,
        how.rate ?? null,
      )
    )[0];
  const state = async (of = id) => {
    const [row] = await sql(
      `select status, part_paid_cents::int as "partPaid", credited_cents::int as credited, balance_cents::int as balance
         from corkboard.invoices where id = $1`,
      of,
    );
    return row;
  };
  return { studio, project, id, send, call, credit, state };
}

test('the database works out the lines of an invoice as documents do', async t => {
  await fc.assert(
    fc.asyncProperty(pricedInvoice, async priced => {
      const { lineItems = [], ...rest }: Priced = priced;
      const { taxCents } = invoiceAmounts(priced);
      const row = {
        ...{
          line_items: lineItems,
          subtotal_cents: Number(subtotal(priced)),
          discount_cents: rest.discountCents,
        },
        ...{ tax_rate_bps: rest.taxRateBps, tax_inclusive: rest.taxInclusive, tax_cents: Number(taxCents) },
      };
      const rows = await sql(
        'select l.* from corkboard.invoice_line_amounts(json_populate_record(null::corkboard.invoices, $1)) l',
        JSON.stringify(row),
      );
      t.deepEqual(
        rows.map(one => [
          one.tax_rate_bps,
          BigInt(one.discount_cents),
          BigInt(one.net_cents),
          BigInt(one.tax_cents),
        ]),
        invoiceLines(priced).map(one => [
          one.taxRateBps,
          one.amountCents - one.discountedCents,
          one.discountedCents - (priced.taxInclusive ? one.taxCents : 0n),
          one.taxCents,
        ]),
      );
    }),
    { numRuns: 60 },
  );
});

test('lines and amounts are credited with their share of the discount and their tax, up to what is left at a rate', async t => {
  const { id, studio, credit, state } = await sentInvoice(mixed);
  const first = await credit({ lines: [1] });
  t.like(first, { number: 'CN-0001', net_cents: '9000', tax_cents: '1710', total_cents: '10710' });
  t.deepEqual(await state(), { status: 'SENT', partPaid: 10_710, credited: 10_710, balance: 0 });
  t.like(await credit({ amountCents: 1_000, rate: 700 }), { net_cents: '935', tax_cents: '65' });
  for (const [how, refusal] of [
    [{ lines: [1, 2] }, 'lines must not be credited already'],
    [{ lines: [4] }, 'lines must be lines of the invoice'],
    [{ lines: [] }, 'lines must come to more than 0'],
    [{ lines: [3] }, 'lines must not come to more than is left at their rate'],
    [{ amountCents: 5_356, rate: 1900 }, 'amountCents must be at most 5355, which is left at this rate'],
    [{ amountCents: 1, rate: 0 }, 'taxRateBps must be a rate of the invoice'],
    [{ rate: 1900 }, 'amountCents is required if a tax rate is given'],
    [{ lines: [2], amountCents: 1, rate: 700 }, 'amountCents must be left out if lines are named'],
  ] satisfies [Credited, string][])
    t.is(await refusalOf(credit(how)), `validation: ${refusal}.`);
  const lines = 'select corkboard.credited_lines($1, $2) as lines';
  t.deepEqual((await sql(lines, studio.id, id))[0].lines, [1]);
  const rest = await credit();
  t.is(Number(rest.total_cents), mixedTotal - 11_710);
  t.deepEqual(
    rest.line_items.map((one: Record<string, unknown>) => [
      one.line,
      one.taxRateBps,
      one.netCents,
      one.taxCents,
    ]),
    [
      [null, 1900, 4500, 855],
      [null, 700, 1765, 124],
    ],
  );
  t.like(await state(), { status: 'VOID', partPaid: 0, credited: mixedTotal });
  t.deepEqual((await sql(lines, studio.id, id))[0].lines, [1, 2, 3]);
  t.is(
    await refusalOf(credit()),
    'conflict: INV-0001 is a VOID invoice: a SENT or PAID invoice can be corrected.',
  );
});

test('parts of an invoice that are credited one after the other add up to its net amount and tax at each rate', async t => {
  await fc.assert(
    fc.asyncProperty(
      ...[
        fc.boolean(),
        fc.integer({ min: 0, max: 1_799 }),
        fc.array(fc.integer({ min: 1, max: 6_000 }), { maxLength: 5 }),
      ],
      async (taxInclusive, discountCents, amounts) => {
        const { credit, state, id } = await sentInvoice({ ...mixed, taxInclusive, discountCents });
        for (const [at, amountCents] of amounts.entries())
          await credit({ amountCents, rate: at % 2 ? 700 : 1900 }).catch(() => {});
        await credit();
        t.is((await state()).status, 'VOID');
        const [left] = await sql(
          `select sum(abs(u.net_cents) + abs(u.tax_cents))::int as cents from corkboard.invoices i
            cross join lateral corkboard.uncredited_amounts(i.workspace_id, i.id) u where i.id = $1`,
          id,
        );
        t.is(left.cents, 0);
      },
    ),
    { numRuns: 8 },
  );
});

test('a credit that meets payments makes the invoice PAID, and what was paid beyond it is a balance to refund or transfer', async t => {
  const { id, studio, send, call, credit, state } = await sentInvoice();
  await call('record_payment', id, 6_000);
  await credit({ amountCents: 4_000, rate: 0 });
  t.deepEqual(await state(), { status: 'PAID', partPaid: 0, credited: 4_000, balance: 0 });
  await credit({ amountCents: 5_000, rate: 0 });
  t.like(await state(), { status: 'PAID', credited: 9_000, balance: 5_000 });
  t.is(
    await refusalOf(call('refund_invoice', id, 5_001)),
    'validation: amountCents must be at most 5000, the balance.',
  );
  await call('refund_invoice', id, 2_000);
  const other = await send({ amountCents: 2_500 });
  const abroad = await send({ currency: 'CHF' });
  t.regex(await refusalOf(call('transfer_balance', id, abroad)), /^validation: toInvoice must be/);
  await call('transfer_balance', id, other);
  t.like(await state(), { status: 'PAID', balance: 500 });
  t.like(await state(other), { status: 'PAID' });
  const payments = () =>
    sql(
      'select id, kind, amount_cents::int as cents, reference from corkboard.payments where workspace_id = $1 order by id',
      studio.id,
    );
  const [payment, refund, out] = await payments();
  t.deepEqual(
    (await payments()).map(({ kind, cents, reference }) => [kind, cents, reference]),
    [
      ['payment', 6_000, null],
      ['refund', -2_000, null],
      ['transfer', -2_500, 'INV-0002'],
      ['transfer', 2_500, 'INV-0001'],
    ],
  );
  t.is(
    await refusalOf(call('remove_payment', payment.id)),
    'conflict: Of what was paid for INV-0001, some was refunded or transferred: remove that first.',
  );
  await call('remove_payment', out.id);
  t.like(await state(other), { status: 'SENT', partPaid: 0 });
  await call('remove_payment', refund.id);
  t.like(await state(), { status: 'PAID', balance: 5_000 });
  await call('remove_payment', payment.id);
  t.deepEqual(await state(), { status: 'SENT', partPaid: 9_000, credited: 9_000, balance: 0 });
  await call('void_invoice', id);
  t.like(await state(), { status: 'VOID', credited: 10_000 });
});

test('a paid invoice that is credited as a whole is void once its payment is removed', async t => {
  const { id, studio, call, credit, state } = await sentInvoice();
  await call('set_late_fee', id, 1_500);
  await call('record_payment', id);
  t.like(await credit(), { late_fee_cents: '1500', total_cents: '11500' });
  t.like(await state(), { status: 'PAID', balance: 11_500 });
  const [payment] = await sql('select id from corkboard.payments where workspace_id = $1', studio.id);
  await call('remove_payment', payment.id);
  t.like(await state(), { status: 'VOID', balance: 0 });
  const entries = await sql(
    'select action from corkboard.audit_log where record_id = $1 order by id desc limit 2',
    id,
  );
  t.deepEqual(
    entries.map(({ action }) => action),
    ['invoice.void', 'invoice.payment_removed'],
  );
});

test('voiding a sent invoice credits it with its late fee; a draft and an invoice over nothing get no credit note', async t => {
  const { id, studio, project, send, call } = await sentInvoice();
  await call('set_late_fee', id, 1_500);
  await call('void_invoice', id, null, 'Sent twice');
  await call('void_invoice', await send({ amountCents: 0 }));
  await call('void_invoice', (await studio.invoice(project.id)).id);
  t.like(
    await sql('select reason, total_cents from corkboard.credit_notes where workspace_id = $1', studio.id),
    [{ reason: 'Sent twice', total_cents: '11500' }],
  );
});

test('whatever races for an invoice, it is credited and paid at most once, and numbers have no gap', async t => {
  const { id, studio, send, call, state } = await sentInvoice();
  const others = await times(3, () => send({}));
  const outcomes = async (of: string, moves: string[]) => {
    const settled = await Promise.allSettled(moves.map(move => call(move, of)));
    return settled.filter(({ status }) => status === 'fulfilled').length;
  };
  t.is(await outcomes(id, ['credit_invoice', 'credit_invoice', 'credit_invoice']), 1);
  t.is(await outcomes(others[0]!, ['credit_invoice', 'void_invoice', 'void_invoice']), 1);
  // All of it is credited after it was paid, and nothing is due after it was credited.
  await outcomes(others[1]!, ['credit_invoice', 'record_payment']);
  const { status, balance } = await state(others[1]!);
  t.true(status === 'VOID' || (status === 'PAID' && balance === 10_000), status);
  await call('record_payment', others[2]!);
  await call('credit_invoice', others[2]!);
  t.is(await outcomes(others[2]!, ['refund_invoice', 'refund_invoice', 'refund_invoice']), 1);
  const notes = await sql(
    'select number from corkboard.credit_notes where workspace_id = $1 order by sequence',
    studio.id,
  );
  t.deepEqual(
    notes.map(({ number }) => number),
    ['CN-0001', 'CN-0002', 'CN-0003', 'CN-0004'],
  );
});

test('crediting a line of time makes its time unbilled again', async t => {
  const { studio, project, id, credit } = await sentInvoice({ lineItems: [line(9_000), line(4_500)] });
  const [first, second] = await times(
    2,
    async () => (await studio.post(`/projects/${project.id}/time`, { minutes: 60 })).body.timeEntry.id,
  );
  await sql(
    'update corkboard.invoices set line_ids = array[$2, $3]::uuid[] where id = $1',
    id,
    first,
    second,
  );
  for (const entry of [first, second])
    await sql(
      'insert into corkboard.billed_time (workspace_id, time_entry_id, invoice_id, line_id) values ($1, $2, $3, $2)',
      ...[studio.id, entry, id],
    );
  await credit({ lines: [2] });
  const billed = await sql(
    'select time_entry_id as entry from corkboard.billed_time where invoice_id = $1',
    id,
  );
  t.deepEqual(billed, [{ entry: first }]);
});
