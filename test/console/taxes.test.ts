import test from 'ava';
import fc from 'fast-check';
import { invoiceAmounts, type Priced, taxByRate } from '../../src/money/totals.ts';
import { shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import { parseCsv, recordsIn } from '../support/csv.ts';

const w = consoleWorld(test);
const { sql, call } = w;

const item = fc.record({
  description: fc.constant('Work'),
  quantityHundredths: fc.integer({ min: 34, max: 999 }),
  unitPriceCents: fc.integer({ min: 300, max: 99_999 }),
  taxRateBps: fc.constantFrom(1900, 700, 0, null),
});
const history = fc.record({
  currency: fc.constantFrom<string>('EUR', 'EUR', 'USD'),
  lineItems: fc.array(item, { minLength: 1, maxLength: 4 }),
  discountCents: fc.constantFrom(0, 0, 1, 99),
  taxInclusive: fc.boolean(),
  reason: fc.constantFrom(null, 'reverse_charge', 'exempt'),
  acts: fc.array(
    fc.record({
      act: fc.constantFrom(
        'pay',
        'pay',
        'pay',
        'fee',
        'credit',
        'line',
        'rest',
        'refund',
        'transfer',
        'remove',
        'void',
      ),
      /** Of what is due, credited or refunded, in percent. */
      part: fc.integer({ min: 1, max: 110 }),
      line: fc.integer({ min: 1, max: 4 }),
      ago: fc.nat(400),
    }),
    { minLength: 2, maxLength: 9 },
  ),
  /** How many days ago things were sent, charged, credited and removed. */
  ago: fc.nat(400),
});
type History = typeof history extends fc.Arbitrary<infer One> ? One : never;

/** Histories in which each act is done once. */
const plain = { currency: 'EUR', discountCents: 1, taxInclusive: false, reason: null, ago: 90 };
const examples = [
  ['fee', 'pay', 'credit', 'line', 'pay all', 'rest', 'refund', 'transfer', 'remove'],
  [],
  ['void'],
  [],
].map(acts => ({
  ...plain,
  lineItems: [1900, 700, 0].map(taxRateBps => ({
    ...{ description: 'Work', quantityHundredths: 333, unitPriceCents: 9_999, taxRateBps },
  })),
  acts: acts.map(act => ({ act: act.split(' ')[0], part: act === 'pay all' ? 110 : 40, line: 1, ago: 5 })),
})) as History[];

/** Sums of amounts by a name, without those of nothing. */
function sumsOf<Row>(rows: readonly Row[], nameOf: (row: Row) => string, centsOf: (row: Row) => bigint[]) {
  const sums = new Map<string, bigint[]>();
  for (const row of rows) {
    const before = sums.get(nameOf(row));
    sums.set(
      nameOf(row),
      centsOf(row).map((cents, n) => cents + (before?.[n] ?? 0n)),
    );
  }
  return new Map([...sums].filter(([, cents]) => cents.some(one => one !== 0n)).sort());
}

const centsIn = (text: string | undefined) => BigInt((text ?? '').replace(/[.,]/, ''));
const isNear = (one: bigint, other: bigint, by: bigint) => one - other <= by && other - one <= by;

/** The amounts of each rate that the entries of an invoice come to: gross and tax. */
async function enteredOf(id: string, basis: string) {
  const rows = await sql(
    `select tax_rate_bps as rate, type, (net_cents + tax_cents)::text as gross, tax_cents::text as tax
       from corkboard.tax_entries where invoice_id = $1 and basis = $2`,
    ...[id, basis],
  );
  return sumsOf(
    rows,
    ({ rate }) => `${rate}`,
    ({ gross, tax }) => [BigInt(gross), BigInt(tax)],
  );
}

test('whatever happens, the tax report equals the files for accountants by invoice date, and the payments by payment date', async t => {
  const studio = await w.workspace();
  const project = await studio.project();
  const owner = await w.owner(studio.id);
  const [{ today }] = await sql('select corkboard.workspace_today($1)::text as today', studio.id);
  const day = (ago: number) => new Date(Date.parse(today) - ago * 86_400_000).toISOString().slice(0, 10);
  const done = new Set<string>();
  const sent = async ({ lineItems, currency, reason, ...rest }: History, n: number): Promise<string> => {
    const priced: Priced = { lineItems, taxRateBps: 1900, ...rest };
    const { subtotalCents, taxCents } = invoiceAmounts(priced);
    const [{ id }] = await sql(
      `insert into corkboard.invoices (workspace_id, project_id, client_id, kind, sequence, number, currency, line_items, subtotal_cents, discount_cents, tax_rate_bps, tax_inclusive, tax_cents, zero_tax_reason, created_via)
       select $1, $2, $3, 'invoice', m.last + 1, 'INV-' || m.last + 1, $4, $5, $6, $7, 1900, $8, $9, $10, 'app'
         from (select coalesce(max(sequence), 0) as last from corkboard.invoices where workspace_id = $1) m
       returning id`,
      ...[studio.id, project.id, project.clientId, currency, JSON.stringify(lineItems), `${subtotalCents}`],
      ...[rest.discountCents, rest.taxInclusive, `${taxCents}`, reason],
    );
    await call('send_invoice', studio.id, id);
    t.deepEqual(
      await enteredOf(id, 'invoice'),
      sumsOf(
        taxByRate(priced),
        ({ taxRateBps }) => `${taxRateBps}`,
        rate => [rate.netCents + rate.taxCents, rate.taxCents],
      ),
      `invoice ${n}`,
    );
    return id;
  };
  const stateOf = async (id: string) => {
    const [row] = await sql(
      `select status, (total_cents - part_paid_cents)::text as due, balance_cents::text as balance,
              (select coalesce(sum(p.amount_cents), 0)::text from corkboard.payments p where p.invoice_id = i.id) as paid,
              (select p.id from corkboard.payments p where p.invoice_id = i.id order by p.amount_cents limit 1) as payment
         from corkboard.invoices i where id = $1`,
      id,
    );
    return row;
  };
  const property = fc.asyncProperty(fc.array(history, { minLength: 4, maxLength: 4 }), async histories => {
    const ids: string[] = [];
    for (const [n, one] of histories.entries()) ids.push(await sent(one, n));
    for (const [n, { acts, ago: shift, lineItems }] of histories.entries()) {
      const of = [studio.id, ids[n]!] as const;
      for (const { act, part, line, ago } of acts) {
        const { due, balance, payment } = await stateOf(of[1]);
        const partOf = (cents: string) => Math.max(1, Math.floor((Number(cents) * part) / 100));
        const calls: Record<string, () => Promise<unknown>> = {
          pay: () => call('record_payment', ...of, part > 100 ? null : partOf(due), day(ago)),
          fee: () => call('set_late_fee', ...of, part * 17),
          credit: () => {
            const rate = lineItems[line % lineItems.length]!.taxRateBps ?? 1900;
            return call('credit_invoice', ...of, null, null, partOf('20000'), rate);
          },
          line: () => call('credit_invoice', ...of, null, [line]),
          rest: () => call('credit_invoice', ...of, 'Wrong'),
          refund: () => call('refund_invoice', ...of, part > 50 ? null : partOf(balance), day(ago)),
          transfer: () => call('transfer_balance', ...of, ids[(n + line) % ids.length], null, day(ago)),
          remove: () => call('remove_payment', studio.id, payment),
          void: () => call('void_invoice', ...of),
        };
        const refused = await calls[act]!().then(
          () => false,
          error => error.code === 'ZC001' || t.fail(error.message),
        );
        if (refused) continue;
        done.add(act);
        const owed = await enteredOf(of[1], 'invoice');
        const shares = await enteredOf(of[1], 'payment');
        const paid = BigInt((await stateOf(of[1])).paid);
        const total = [...owed].reduce((sum, [rate, [gross]]) => sum + (rate === 'null' ? 0n : gross!), 0n);
        const covered = paid < total ? paid : total;
        const says = `${act} of invoice ${n}`;
        t.is((shares.get('null')?.[0] ?? 0n) - (paid - covered), 0n, says);
        t.is(
          [...shares.values()].reduce((sum, [gross]) => sum + gross!, 0n),
          paid,
          says,
        );
        for (const rate of new Set([...owed.keys(), ...shares.keys()])) {
          const [[gross, tax], [share, taxShare]] = [
            owed.get(rate) ?? [0n, 0n],
            shares.get(rate) ?? [0n, 0n],
          ];
          if (rate === 'null') continue;
          t.true(isNear(share! * total, gross! * covered, total), says);
          t.true(isNear(2n * taxShare! * total, 2n * tax! * covered, total), says);
        }
      }
      for (const [table, column] of Object.entries({
        ...{ late_fee_changes: 'changed_on', credit_notes: 'credited_on', removed_payments: 'removed_on' },
      }))
        await sql(
          `update corkboard.${table} set ${column} = ${column} - $2::integer where invoice_id = $1`,
          of[1],
          shift,
        );
      await sql(
        `update corkboard.invoices set sent_at = sent_at - make_interval(days => $2) where id = $1`,
        ...[of[1], Math.floor(shift / 2)],
      );
    }
  });
  await fc.assert(property, { numRuns: 6, endOnFailure: true, examples: [[examples]] });
  t.is(done.size, 9, [...done].join());

  const file = async (path: string) => recordsIn((await owner.get(path)).text);
  const booked = await file('/settings/export/accounting.csv');
  const isPaid = (row: Record<string, string>) => ['payment', 'refund', 'transfer'].includes(row.Type!);
  const days = `from=${day(900)}&until=${today}`;
  for (const unit of ['month', 'quarter', 'year'])
    for (const basis of ['invoice', 'payment']) {
      const rows = await file(`/reports/taxes.csv?${days}&by=${unit}&basis=${basis}`);
      const starts = [...new Set(rows.map(row => row.From!))].sort();
      const isByInvoice = basis === 'invoice';
      const named = (row: Record<string, string>, start: string) =>
        `${start} ${row.Currency} ${isByInvoice ? `${row['Tax rate']} ${row['Reason for no tax']}` : ''}`;
      const amounts = (row: Record<string, string>) =>
        (isByInvoice ? [row.Net, row.Tax, row.Gross] : [row.Gross]).map(centsIn);
      t.deepEqual(
        sumsOf(rows, row => named(row, row.From!), amounts),
        sumsOf(
          booked.filter(row => isPaid(row) !== isByInvoice),
          row => named(row, starts.findLast(start => start <= row.Date!)!),
          amounts,
        ),
        `${unit} ${basis}`,
      );
    }
  const year = today.slice(0, 4);
  const range = [`${year}-01-01`, `${year}-12-31`] as const;
  const datev = await owner.get(
    `/settings/export/datev.csv?from=${range[0]}&to=${range[1]}&consultant=1001&client=1&chart=03&fiscalYearMonth=1&accountLength=4&rates=USD+1.1`,
  );
  const accounts: Record<string, string> = { 8400: '19.00', 8300: '7.00', 2650: '' };
  const lines = parseCsv(datev.text, ';')
    .slice(2)
    .filter(line => line[2] === '' && accounts[line[7]!] !== undefined);
  t.deepEqual(
    sumsOf(
      lines,
      line => accounts[line[7]!]!,
      line => [centsIn(line[0]) * ((line[1] === 'H') === (line[117] === '1') ? 1n : -1n)],
    ),
    sumsOf(
      (await file(`/reports/taxes.csv?from=${range[0]}&until=${range[1]}&by=year`)).filter(
        row => row.Currency === 'EUR' && row['Tax rate'] !== '0.00',
      ),
      row => row['Tax rate']!,
      row => [centsIn(row.Gross)],
    ),
  );
  await call('void_invoice', studio.id, await sent({ ...examples[0]!, currency: 'GBP' }, 4));
  const pounds = await owner.get('/reports/taxes?currency=GBP');
  t.regex(pounds.text, /aria-current="page">GBP/);
  shows(t, await owner.follow(pounds, '£0.00'), 'Found 2 entries');
  const old = await sent({ ...examples[0]!, currency: 'CHF' }, 5);
  await call('void_invoice', studio.id, old);
  // As those are that were voided before there were credit notes.
  await sql('delete from corkboard.credit_notes where invoice_id = $1', old);
  t.regex((await owner.get('/reports/taxes?currency=CHF')).text, /aria-current="page">CHF/);
});
