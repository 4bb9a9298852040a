import { amountCell, type Columns } from '../../../exports/csv.ts';
import { amount, compactAmount, count, day } from '../../../formatting/index.ts';
import { columnChart } from '../../charts/columnChart.ts';
import { type Html, html, type Value } from '../../html/html.ts';
import { pagination } from '../../parts/pagination.ts';
import { table } from '../../parts/table.ts';
import {
  type Age,
  type AgedSums,
  ageNames,
  type ClientAges,
  type ReceivablesReport,
  receivablesClients,
  receivablesReportOf,
} from '../../records/receivablesReport.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { batchedFile } from './files.ts';
import { askedCurrency, clientPage, csvLink, currencyTabs, moneyFigure, pagesOf, report } from './report.ts';

/** What each age is called, and its days on the axis of the chart. */
export const ageWords: Record<Age, readonly [name: string, days: string]> = {
  'not-due': ['Not due', '0'],
  '1-30': ['1 to 30 days late', '1–30'],
  '31-60': ['31 to 60 days late', '31–60'],
  '61-90': ['61 to 90 days late', '61–90'],
  'over-90': ['Over 90 days late', '> 90'],
};

const totalOf = (sums: AgedSums) => ageNames.reduce((total, age) => total + sums[age], 0);

const columns: Columns<ClientAges> = {
  'Client ID': row => row.clientId,
  Client: row => row.client,
  Currency: row => row.currency,
  ...Object.fromEntries(
    ageNames.map(age => [ageWords[age][0], (row: ClientAges) => amountCell(row[age], row.currency)]),
  ),
  Total: row => amountCell(totalOf(row), row.currency),
};

/** What clients owe today, by how late it is. */
export const receivablesReport = report<{ owed: ReceivablesReport }>({
  path: '/reports/receivables',
  reads: (period, search) => ({
    owed: receivablesReportOf(period, askedCurrency(search), clientPage(search)),
  }),
  view: ({ owed, range }, context) => html`
    <p class="quiet-text">What clients owe on ${day(range.today, context.person.locale)}, by how late it is. Invoices without a due date count as not due.</p>
    ${
      owed.currency === null
        ? html`<p class="empty">No invoices were sent yet. <a href="/invoices">Show invoices</a></p>`
        : shown(owed, owed.currency, context)
    }`,
  files: [
    batchedFile(
      '/reports/receivables.csv',
      columns,
      period => (last, limit) => receivablesClients(period, last, limit),
    ),
  ],
});

function shown(owed: ReceivablesReport, currency: string, context: PageContext): Html {
  const { locale } = context.person;
  const days = { from: context.search.get('from'), until: context.search.get('until') };
  const cell = (cents: number, age: Age | null, client?: string) =>
    moneyFigure(cents, currency, context.person, '/reports/invoices', {
      ...(age === null ? { due: 'true' } : { age }),
      ...{ client, ...days },
    });
  const cells = (row: AgedSums, client?: string): Value[] => [
    ...ageNames.map(age => cell(row[age], age, client)),
    cell(totalOf(row), null, client),
  ];
  const { sums } = owed;
  const currencies = currencyTabs(owed.currencies, currency, context);
  if (sums === null) return html`${currencies}<p class="empty">Nothing is due in ${currency}.</p>`;
  return html`
    ${currencies}
    <div class="columns">
      <section><h2>Due, by days late</h2>${chart(sums, currency, locale)}</section>
      <section><h2>In total</h2>${table(
        'Receivables by age',
        ['Age', ['Due', 'number']],
        ageNames.map(age => [ageWords[age][0], cell(sums[age], age)]),
        ['Total', cell(totalOf(sums), null)],
      )}</section>
    </div>
    <section><h2>By client</h2>${table(
      'Receivables by client',
      [
        'Client',
        ...ageNames.map(age => [ageWords[age][0].replace(/ late$/, ''), 'number'] as const),
        ['Total', 'number'],
      ],
      owed.clients.map(row => [row.client, ...cells(row, row.clientId)]),
      [`Total of ${count(owed.clientCount, locale)}`, ...cells(sums)],
    )}${pagination(pagesOf(owed.clientCount, clientPage(context.search)), context.here)}${csvLink('/reports/receivables.csv', context)}</section>`;
}

const chart = (sums: AgedSums, currency: string, locale: string): Html =>
  columnChart(
    {
      label: `Receivables by days late, in ${currency}`,
      pointLabel: 'Age',
      points: ageNames.map(age => ({ name: ageWords[age][0], short: ageWords[age][1] })),
      series: [{ name: 'Due', look: 'solid', values: ageNames.map(age => sums[age]) }],
      format: cents => amount(cents, currency, locale),
      formatTick: cents => compactAmount(cents, currency, locale),
      hasOwnTable: true,
    },
    'stacked',
  );
