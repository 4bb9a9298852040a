import { amountCell, type Cell } from '../../../exports/csv.ts';
import { type Columns, cellsOf } from '../../../exports/csvFiles.ts';
import { amount, compactAmount, count, monthName } from '../../../formatting/index.ts';
import { columnChart } from '../../charts/columnChart.ts';
import { type Html, html, type Value } from '../../html/html.ts';
import { pagination } from '../../parts/pagination.ts';
import { statCards } from '../../parts/statCards.ts';
import { table } from '../../parts/table.ts';
import {
  type ClientSums,
  type MoneyPeriods,
  type MoneyReport,
  type MoneySums,
  moneyClients,
  moneyPeriods,
  moneyReportOf,
  type PeriodSums,
} from '../../records/moneyReport.ts';
import type { ReportRange } from '../../records/reportRange.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { validPeriod } from '../../requests/period.ts';
import type { ReportFile } from './files.ts';
import {
  clientBatches,
  clientPage,
  csvLink,
  currencyTabs,
  figure,
  pagesOf,
  recordsAddress,
  report,
} from './report.ts';

/** The figures of the report, by their keys: the heading, and the list of the records behind each. */
const figures = [
  { key: 'invoicedCents', name: 'Invoiced', path: '/reports/invoices', query: {} },
  { key: 'receivedCents', name: 'Received', path: '/reports/payments', query: {} },
  { key: 'dueCents', name: 'Due', path: '/reports/invoices', query: { due: 'true' } },
] as const;

/** What was invoiced and received, by month and by client. */
export const moneyReport = report<{ money: MoneyReport }>({
  path: '/reports',
  alias: '/reports/money',
  reads: (period, search) => ({
    money: moneyReportOf(period, search.get('currency') ?? '', clientPage(search)),
  }),
  view: ({ money, range }, context) =>
    money.currency === null
      ? html`<p class="empty">No invoices were sent yet. <a href="/invoices">Show invoices</a></p>`
      : shown(money, money.currency, range, context),
});

function shown(money: MoneyReport, currency: string, range: ReportRange, context: PageContext): Html {
  const { locale } = context.person;
  const rows = money.sums;
  const sumOf = (key: (typeof figures)[number]['key']) => rows.reduce((sum, row) => sum + row[key], 0);
  const days = { from: range.since, until: range.until };
  const cells = (sums: MoneySums, more: Record<string, string>): Value[] =>
    figures.map(({ key, path, query }) =>
      figure(amount(sums[key], currency, locale), path, { ...query, currency, ...more }),
    );
  const total = Object.fromEntries(figures.map(({ key }) => [key, sumOf(key)])) as unknown as MoneySums;
  const heading = money.unit === 'month' ? 'Month' : 'Year';
  const numbers = figures.map(({ name }) => [name, 'number'] as const);
  return html`
    ${currencyTabs(money.currencies, currency, context)}
    ${statCards(
      figures.map(({ key, name, path, query }) => ({
        label: name,
        href: recordsAddress(path, { ...query, currency, ...days }),
        value: amount(sumOf(key), currency, locale),
        notes: key === 'dueCents' ? ['of what was invoiced'] : [],
      })),
    )}
    <div class="columns">
      <section><h2>Invoiced and received</h2>${chart(rows, money.unit, currency, locale)}</section>
      <section><h2>By ${heading.toLowerCase()}</h2>${table(
        `Money by ${heading.toLowerCase()}`,
        [heading, ...numbers],
        rows.map(row => [
          periodName(row.since, money.unit, locale),
          ...cells(row, { from: row.since, until: row.until }),
        ]),
        ['Total', ...cells(total, days)],
      )}${csvLink('/reports/money.csv', context)}</section>
    </div>
    <section><h2>By client</h2>${
      money.clientCount === 0
        ? html`<p class="empty">No client was invoiced or paid in this period.</p>`
        : table(
            'Money by client',
            ['Client', ...numbers],
            money.clients.map(row => [row.client, ...cells(row, { ...days, client: row.clientId })]),
            [`Total of ${count(money.clientCount, locale)}`, ...cells(total, days)],
          )
    }${pagination(pagesOf(money.clientCount, clientPage(context.search)), context.here)}${csvLink('/reports/money-by-client.csv', context)}</section>`;
}

const periodName = (since: string, unit: 'month' | 'year', locale: string) =>
  unit === 'month' ? monthName(since, 'long', locale) : since.slice(0, 4);

function chart(rows: readonly PeriodSums[], unit: 'month' | 'year', currency: string, locale: string): Html {
  return columnChart(
    {
      label: `Invoiced and received by ${unit}, in ${currency}`,
      pointLabel: unit === 'month' ? 'Month' : 'Year',
      points: rows.map(({ since }) => ({
        name: periodName(since, unit, locale),
        short: unit === 'month' ? monthName(since, 'short', locale) : since.slice(0, 4),
      })),
      series: [
        { name: 'Invoiced', look: 'outline', values: rows.map(({ invoicedCents }) => invoicedCents) },
        { name: 'Received', look: 'solid', values: rows.map(({ receivedCents }) => receivedCents) },
      ],
      format: cents => amount(cents, currency, locale),
      formatTick: cents => compactAmount(cents, currency, locale),
      hasOwnTable: true,
    },
    'beside',
  );
}

const amounts: Columns<MoneySums> = {
  Currency: row => row.currency,
  ...Object.fromEntries(
    figures.map(({ key, name }) => [name, (row: MoneySums): Cell => amountCell(row[key], row.currency)]),
  ),
};
const ofPeriod: Columns<PeriodSums> = { From: row => row.since, Until: row => row.until, ...amounts };
const ofClient: Columns<ClientSums> = {
  'Client ID': row => row.clientId,
  Client: row => row.client,
  ...amounts,
};

/** The sums by month, in all currencies. */
export const moneyFile: ReportFile = {
  page: '/reports',
  path: '/reports/money.csv',
  columns: Object.keys(ofPeriod),
  lines: async function* (read, search) {
    const { sums } = await read<MoneyPeriods>(moneyPeriods(validPeriod(search)));
    yield sums.map(row => cellsOf(ofPeriod, row));
  },
};

/** The sums by client, in all currencies. */
export const moneyByClientFile: ReportFile = {
  page: '/reports',
  path: '/reports/money-by-client.csv',
  columns: Object.keys(ofClient),
  lines: async function* (read, search) {
    const period = validPeriod(search);
    for await (const rows of clientBatches<ClientSums>(read, (after, limit) =>
      moneyClients(period, after, limit),
    ))
      yield rows.map(row => cellsOf(ofClient, row));
  },
};
