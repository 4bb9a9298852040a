import { amountCell, type Cell, type Columns } from '../../../exports/csv.ts';
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
import { batchedFile, wholeFile } from './files.ts';
import {
  askedCurrency,
  clientPage,
  csvLink,
  currencyTabs,
  moneyFigure,
  pagesOf,
  recordsAddress,
  report,
} from './report.ts';

/** The figures of the report, by their keys: the heading, and the list of the records behind each. */
const figures = [
  {
    key: 'invoicedCents',
    name: 'Invoiced',
    of: 'invoices sent in this period',
    path: '/reports/invoices',
    query: {},
  },
  {
    key: 'receivedCents',
    name: 'Received',
    of: 'payments that arrived',
    path: '/reports/payments',
    query: {},
  },
  {
    key: 'dueCents',
    name: 'Due',
    of: 'still unpaid of these invoices',
    path: '/reports/invoices',
    query: { due: 'true' },
  },
] as const;

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

/** What was invoiced and received, by month and by client. */
export const moneyReport = report<{ money: MoneyReport }>({
  path: '/reports',
  alias: '/reports/money',
  reads: (period, search) => ({
    money: moneyReportOf(period, askedCurrency(search), clientPage(search)),
  }),
  view: ({ money, range }, context) =>
    money.currency === null
      ? html`<p class="empty">No invoices were sent yet. <a href="/invoices">Show invoices</a></p>`
      : shown(money, money.currency, range, context),
  files: [
    wholeFile('/reports/money.csv', ofPeriod, moneyPeriods, ({ sums }: MoneyPeriods) => sums),
    batchedFile(
      '/reports/money-by-client.csv',
      ofClient,
      period => (last, limit) => moneyClients(period, last, limit),
    ),
  ],
});

function shown(money: MoneyReport, currency: string, range: ReportRange, context: PageContext): Html {
  const { person } = context;
  const rows = money.sums;
  const days = { from: range.since, until: range.until };
  const total = Object.fromEntries(
    figures.map(({ key }) => [key, rows.reduce((sum, row) => sum + row[key], 0)]),
  ) as unknown as MoneySums;
  const cells = (sums: MoneySums, more: Record<string, string>): Value[] =>
    figures.map(({ key, path, query }) =>
      moneyFigure(sums[key], currency, person, path, { ...query, ...more }),
    );
  const numbers = figures.map(({ name }) => [name, 'number'] as const);
  const byClient =
    money.clientCount === 0
      ? html`<p class="empty">No client was invoiced or paid in this period.</p>`
      : table(
          'Money by client',
          ['Client', ...numbers],
          money.clients.map(row => [row.client, ...cells(row, { ...days, client: row.clientId })]),
          [`Total of ${count(money.clientCount, person.locale)}`, ...cells(total, days)],
        );
  return html`
    ${currencyTabs(money.currencies, currency, context)}
    ${statCards(
      figures.map(({ key, name, of, path, query }) => ({
        label: name,
        href: recordsAddress(path, { ...query, currency, ...days }),
        value: amount(total[key], currency, person.locale),
        notes: [of],
      })),
    )}
    <div class="columns">
      <div>
        <section><h2>Invoiced and received</h2>${chart(rows, money.unit, currency, person.locale)}</section>
        <section><h2>By client</h2>${byClient}
          ${pagination(pagesOf(money.clientCount, clientPage(context.search)), context.here)}
          ${csvLink('/reports/money-by-client.csv', context)}</section>
      </div>
      <section><h2>By ${money.unit}</h2>${table(
        `Money by ${money.unit}`,
        [money.unit === 'month' ? 'Month' : 'Year', ...numbers],
        rows.map(({ since: from, until, ...sums }) => [
          periodName(from, money.unit, person.locale),
          ...cells(sums, { from, until }),
        ]),
        ['Total', ...cells(total, days)],
      )}
        ${csvLink('/reports/money.csv', context)}</section>
    </div>`;
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
