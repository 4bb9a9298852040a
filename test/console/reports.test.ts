import test from 'ava';
import fc from 'fast-check';
import { z } from 'zod';
import type { Page } from '../../src/console/page/page.ts';
import { moneyReport } from '../../src/console/pages/reports/money.ts';
import { invoiceList, paymentList } from '../../src/console/pages/reports/moneyRecords.ts';
import { ageNames, receivablesReport } from '../../src/console/pages/reports/receivables.ts';
import { batchReads, type PageQueries } from '../../src/console/sessions/batchReads.ts';
import { sql as query } from '../../src/database/pool.ts';
import { queriesOn } from '../../src/database/queries.ts';
import { lacks, linksOf, rowsOf, shows, unescaped, wordsOf } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import { recordsIn } from '../support/csv.ts';

const w = consoleWorld(test);
const { sql, call } = w;

/** A sent invoice. Days are counted back from today, but for `due`, which counts from when it was sent. */
interface Sent {
  project: string;
  currency: string;
  cents: number;
  sent: number;
  due: number | null;
  paid?: { cents: number; ago: number } | null;
}

/**
 * Stores sent invoices and their payments. Citus calls no functions of the schema in the SELECT of an INSERT, so today is asked
 * for first.
 */
async function send(workspaceId: string, invoices: readonly Sent[]): Promise<void> {
  const [{ today }] = await sql('select corkboard.workspace_today($1) as today', workspaceId);
  const made = await sql(
    `insert into corkboard.invoices (workspace_id, project_id, client_id, kind, sequence, number, status, currency, subtotal_cents,
            tax_rate_bps, tax_inclusive, tax_cents, created_via, sent_at, due_date)
     select $1, p.id, p.client_id, 'invoice', n, 'INV-' || n, 'SENT', i ->> 'currency', (i ->> 'cents')::bigint, 0, false, 0, 'app',
            now() - (i ->> 'sent')::integer * interval '1 day',
            $3::date - (i ->> 'sent')::integer + (i ->> 'due')::integer
       from jsonb_array_elements($2) with ordinality x (i, n)
       join corkboard.projects p on p.workspace_id = $1 and p.id = (i ->> 'project')::uuid
     returning id, sequence`,
    ...[workspaceId, JSON.stringify(invoices), today],
  );
  const ids = made.toSorted((one, other) => one.sequence - other.sequence).map(({ id }) => id);
  for (const [n, { cents, paid }] of invoices.entries())
    if (paid)
      await sql(
        'select corkboard.record_payment($1, $2, $3, $4::date - $5::integer)',
        ...[workspaceId, ids[n], Math.min(paid.cents, cents), today, paid.ago],
      );
}

/** A studio with the projects of two clients. */
async function begun(zone = 'UTC') {
  const studio = await w.workspace();
  await call('change_workspace', studio.id, { time_zone: zone });
  const projects: string[] = [];
  for (const name of ['Harbour', '=Bakery']) {
    const { id: clientId } = await studio.client({ name });
    projects.push((await studio.project({ clientId })).id);
  }
  return { studio, projects };
}

/** The day so many days ago, in UTC. */
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

test('every figure links to the records behind it, whose sum it is', async t => {
  const { studio, projects } = await begun();
  const [harbour, bakery] = projects as [string, string];
  await send(studio.id, [
    { project: harbour, currency: 'USD', cents: 10_000, sent: 1, due: 30 },
    { project: harbour, currency: 'USD', cents: 2_500, sent: 75, due: 5, paid: { cents: 500, ago: 60 } },
    { project: bakery, currency: 'USD', cents: 4_000, sent: 40, due: 0, paid: { cents: 4_000, ago: 2 } },
    { project: bakery, currency: 'USD', cents: 700, sent: 100, due: null },
    { project: bakery, currency: 'EUR', cents: 900, sent: 3, due: 1 },
    ...[0, 1, 30, 31, 60, 61, 90, 91].map((late, n) => ({
      ...{ project: harbour, currency: 'EUR', cents: 100 * 2 ** n, sent: late, due: 0 },
    })),
  ]);
  const owner = await w.owner(studio.id);
  const followed = new Set<string>();
  for (const report of [
    `/reports?from=${ago(75)}`,
    `/reports?from=${ago(75)}&by=client`,
    '/reports/receivables',
    '/reports?currency=EUR&from=2001-01-01',
    `/reports/taxes?from=${ago(100)}&by=month`,
    `/reports/taxes?from=${ago(100)}&basis=payment`,
    '/reports?currency=EUR&from=2001-01-01&by=client',
  ])
    for (const [figure, href] of linksOf(await owner.get(report))) {
      const address = unescaped(href);
      if (!/^\/reports\/(invoices|payments|tax-entries)\?/.test(address) || followed.has(address)) continue;
      followed.add(address);
      const amount = /[$€][\d,.]+/.exec(figure)![0];
      const list = wordsOf(await owner.get(address));
      const sum = /\b(?:due|age)=/.test(address)
        ? 'Due'
        : address.startsWith('/reports/tax-entries')
          ? 'Gross'
          : address.startsWith('/reports/payments')
            ? 'Total'
            : 'Invoiced';
      if (sum === 'Due') t.notRegex(list, / [$€]0\.00 /, address);
      if (/[1-9]/.test(amount)) t.true(list.includes(` ${sum} ${amount} `), `${address}: ${amount}: ${list}`);
      else t.regex(list, /Found 0 payments /);
    }
  t.true(followed.size > 30);
  const money = await owner.get(`/reports?from=${ago(75)}`);
  shows(t, money, 'Invoiced $165.00 … Received $45.00 … Due $120.00 still unpaid of these invoices');
  const owed = await owner.get('/reports/receivables');
  shows(t, owed, 'Not due $107.00 1 to 30 days late $0.00 31 to 60 days late $0.00');
  shows(t, owed, '61 to 90 days late $20.00');
  t.deepEqual(rowsOf(owed.text).at(-2), ['=Bakery', '$7.00', '$0.00', '$0.00', '$0.00', '$0.00', '$7.00']);
  const euros = await owner.get('/reports/receivables?currency=EUR');
  t.deepEqual(
    rowsOf(euros.text).find(([name]) => name === 'Harbour'),
    ['Harbour', '€1.00', '€6.00', '€24.00', '€96.00', '€128.00', '€255.00'],
  );
});

test('a report covers the days that are chosen, in the workspace’s currency or another one', async t => {
  const { studio, projects } = await begun();
  const owner = await w.owner(studio.id);
  shows(t, await owner.get('/reports'), 'No invoices were sent yet.');
  await send(studio.id, [
    { project: projects[0]!, currency: 'USD', cents: 100, sent: 0, due: null },
    { project: projects[0]!, currency: 'EUR', cents: 200, sent: 0, due: null },
  ]);
  const page = await owner.get('/reports');
  const last = await owner.follow(page, 'Last month');
  const [from, until] = [...new URL(last.path, w.baseUrl).searchParams.values()] as [string, string];
  t.regex(from, /-01$/);
  t.is(new Date(Date.parse(until) + 86_400_000).toISOString().slice(0, 8), ago(0).slice(0, 8));
  shows(t, last, 'Invoiced $0.00');
  shows(t, await owner.follow(last, 'By client'), 'No client was invoiced or paid in this period.');
  const euros = await owner.follow(page, 'EUR');
  shows(t, euros, 'Invoiced €2.00');
  shows(t, await owner.follow(euros, 'This year'), 'Invoiced €2.00');
  for (const path of ['/reports', '/reports/receivables', '/reports/invoices']) {
    const wrong = await owner.get(`${path}?from=2026-05-02&until=2026-05-01`);
    t.regex(wrong.text, /name="until" value="2026-05-01" aria-invalid="true" aria-describedby="until-error"/);
    t.regex(wordsOf(wrong), /until must be the first day or a later one/i);
    lacks(t, wrong, '$');
  }
  shows(t, await owner.get('/reports?until=0001-01-01'), 'Invoiced $0.00');
  for (const path of ['/reports', '/reports/receivables'])
    shows(t, await owner.get(`${path}?currency=%00`), '$1.00');
});

test('reports and their lists are CSV files, and a long list has pages', async t => {
  const { studio, projects } = await begun();
  const invoices = Array.from({ length: 27 }, (_, n) => ({
    ...{ project: projects[1]!, currency: n === 0 ? 'EUR' : 'USD', cents: 100, sent: n, due: null },
    paid: { cents: 40, ago: 0 },
  }));
  await send(studio.id, invoices);
  const owner = await w.owner(studio.id);
  const file = async (path: string) => recordsIn((await owner.get(path)).text);
  const byMonth = await file('/reports/money.csv');
  t.is(byMonth.length, 24);
  t.is(
    byMonth.filter(row => row.Currency === 'USD').reduce((sum, row) => sum + Number(row.Invoiced), 0),
    26,
  );
  const ofBakery = { Client: "'=Bakery", Currency: 'USD' };
  const sums = { Invoiced: '26.00', Received: '10.40', Due: '15.60' };
  t.like((await file('/reports/money-by-client.csv'))[1], { ...ofBakery, ...sums });
  t.like((await file('/reports/receivables.csv'))[1], { ...ofBakery, 'Not due': '15.60', Total: '15.60' });
  t.is((await file('/reports/invoices.csv?currency=USD')).length, 26);
  t.is((await file('/reports/payments.csv')).length, 27);
  for (const list of ['/reports/invoices?currency=USD', '/reports/payments?currency=USD']) {
    const first = await owner.get(list);
    t.is(rowsOf(first.text).length, 25);
    const [rest] = rowsOf((await owner.follow(first, 'Next page')).text);
    t.false(rowsOf(first.text).some(([number]) => number === rest![0]));
  }
  t.is((await owner.get('/reports/invoices.csv?from=2026-02-30')).status, 400);

  const other = await begun();
  const inSevenMonths = Array.from({ length: 7 }, (_, n) => ({
    ...{ project: other.projects[0]!, currency: 'USD', cents: 100, sent: 31 * n, due: null },
  }));
  await send(other.studio.id, inSevenMonths);
  const reader = await w.owner(other.studio.id);
  const newest = await reader.get('/reports/taxes?by=month&from=2001-01-01');
  const oldest = await reader.follow(newest, 'Next');
  // The first one is the total.
  t.deepEqual(
    [newest, oldest].map(({ text }) => [...text.matchAll(/<h2>/g)].length),
    [7, 2],
  );
});

/** The sum of a field of records. */
const sumOf = <Key extends string>(records: readonly Record<Key, number>[], key: Key): number =>
  records.reduce((sum, record) => sum + record[key], 0);

type Sums = Record<'invoicedCents' | 'dueCents' | 'receivedCents', number>;

const totalOf = (rows: readonly Sums[]): Sums => ({
  invoicedCents: sumOf(rows, 'invoicedCents'),
  dueCents: sumOf(rows, 'dueCents'),
  receivedCents: sumOf(rows, 'receivedCents'),
});

/** The query of a report or a list for these parameters of its address. */
const queryOf = (page: Page, parameters: Record<string, string>) =>
  Object.values(page.reads({ params: {}, search: new URLSearchParams(parameters) })).at(-1)!;

const zones = ['UTC', 'America/New_York', 'Pacific/Auckland'];
const invoice = fc.record({
  project: fc.nat(1),
  currency: fc.constantFrom('USD', 'USD', 'EUR'),
  cents: fc.integer({ min: 1, max: 90_000 }),
  sent: fc.nat(200),
  due: fc.option(fc.nat(120)),
  paid: fc.option(fc.record({ cents: fc.integer({ min: 1, max: 90_000 }), ago: fc.nat(200) })),
});
const cases = fc.record({
  zone: fc.constantFrom(...zones),
  invoices: fc.array(invoice, { minLength: 1, maxLength: 10 }),
  range: fc.tuple(fc.nat(220), fc.nat(220)),
  currency: fc.constantFrom('USD', 'EUR'),
});

test('whatever was sent and paid, sums by month and by client agree with each other and with their records', async t => {
  const same = fc.asyncProperty(cases, async ({ zone, invoices, range, currency }) => {
    const { studio, projects } = await begun(zone);
    await send(
      studio.id,
      invoices.map(one => ({ ...one, project: projects[one.project]! })),
    );
    const credited = await w.sql(
      `select i.id, 1 + i.total_cents / 3 as cents from corkboard.invoices i
        where i.workspace_id = $1 and i.sequence % 3 = 1 and i.tax_rate_bps = 0`,
      studio.id,
    );
    for (const { id, cents } of credited) await call('credit_invoice', studio.id, id, 'A', null, cents, 0);
    const read = async (reads: PageQueries) => {
      const { found } = await queriesOn(w.db).one(query.type(z.object({ found: z.any() }))`
        select ${batchReads(reads).expression(query.fragment`true`, {})}::json as found
          from (select ${studio.id}::uuid as workspace_id, 'USD' as currency, ${zone} as time_zone) admitted`);
      return found;
    };
    const [from, until] = range.toSorted((one, other) => other - one).map(ago) as [string, string];
    const { money, owed } = await read({
      money: queryOf(moneyReport, { from, until, currency }),
      owed: queryOf(receivablesReport, { currency }),
    });
    if (money.currency === null) return t.is(owed.sums, null);
    // What each figure is, by the filters of its list.
    const figures: [figure: number, filters: Record<string, string>, list: 'sent' | 'due' | 'paid'][] = [];
    const add = (sums: Sums, more: Record<string, string>) => {
      const filters = { ...more, currency: money.currency };
      figures.push(
        [sums.invoicedCents, filters, 'sent'],
        [sums.dueCents, { ...filters, due: 'true' }, 'due'],
        [sums.receivedCents, filters, 'paid'],
      );
    };
    const whole = { from, until };
    for (const row of money.periods) add(row, { from: row.since, until: row.until });
    for (const row of money.clients) add(row, { ...whole, client: row.clientId });
    add(totalOf(money.periods), whole);
    t.deepEqual(totalOf(money.clients), totalOf(money.periods));
    const always = { currency: money.currency };
    for (const age of ageNames) {
      const total = owed.sums?.[age] ?? 0;
      figures.push([total, { ...always, age }, 'due']);
      for (const row of owed.clients)
        figures.push([row[age], { ...always, age, client: row.clientId }, 'due']);
      t.is(sumOf<string>(owed.clients, age), total);
    }
    const owedCents = ageNames.reduce((sum, age) => sum + (owed.sums?.[age] ?? 0), 0);
    figures.push([owedCents, { ...always, due: 'true' }, 'due']);
    // The totals look at the records of sums of zero.
    const looked = figures.filter(([figure, filters]) => figure > 0 || filters.from === from);
    const lists = await read(
      Object.fromEntries(
        looked.map(([, filters, list], n) => [
          `f${n}`,
          queryOf(list === 'paid' ? paymentList : invoiceList, filters),
        ]),
      ),
    );
    for (const [n, [figure, filters, list]] of looked.entries()) {
      const { rows, sums } = lists[`f${n}`];
      const key = { sent: 'totalCents', due: 'dueCents', paid: 'amountCents' } as const;
      const says = `${list} ${JSON.stringify(filters)}`;
      t.is(sumOf<string>(sums, key[list]), figure, says);
      t.is(sumOf<string>(rows, key[list]), figure, says);
    }
  });
  await fc.assert(same, { numRuns: 8 });
});
