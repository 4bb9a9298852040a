import { type FragmentSqlToken, sql } from '../../../database/sql.ts';
import { amount } from '../../../formatting/index.ts';
import { objects, workspaceId } from '../../../records/fragments.ts';
import type { Period } from '../../../vocabulary/fields.ts';
import { moneyChart, periodPoint } from '../../charts/moneyChart.ts';
import { statCards } from '../../components/statCards.ts';
import { table } from '../../components/table.ts';
import { html } from '../../html/html.ts';
import { invoicedRows, isSent } from '../../queries/due.ts';
import { rangeOf } from '../../queries/reportRange.ts';
import { byClient, type ClientPage, currencyReport, figuresOf, type Sums } from './currencyReport.ts';
import { columnsOf, money, type RowOf, selectOf, text } from './fields.ts';
import { wholeFile } from './files.ts';
import { csvLink, recordsAddress, reportPart } from './report.ts';

/** Of sent invoices, what they come to less credits and what is still due of them; and what payments arrived. */
const measures = {
  invoicedCents: {
    ...money('Invoiced', sql.fragment`coalesce(invoiced, 0)`),
    ...{ list: '/reports/invoices', filter: {}, note: 'invoices sent in this period, less credits' },
  },
  receivedCents: {
    ...money('Received', sql.fragment`coalesce(received, 0)`),
    ...{ list: '/reports/payments', filter: {}, note: 'payments that arrived, less refunds' },
  },
  dueCents: {
    ...money('Due', sql.fragment`coalesce(due, 0)`),
    ...{ list: '/reports/invoices', filter: { due: 'true' }, note: 'still unpaid of these invoices' },
  },
};

/** A month, or a year if the range is long, as far as it lies within the range. */
const periodFields = {
  since: text('From', sql.fragment`p.since`),
  until: text('Until', sql.fragment`p.until`),
  currency: text('Currency', sql.fragment`p.currency`),
  ...measures,
};

/** The months or years of a range, without the years before the first invoice and payment. */
interface MoneyPeriods {
  unit: 'month' | 'year';
  periods: RowOf<typeof periodFields>[];
}

/** A range of more days is reported by year. Three years are at most 1,096 days. */
const maxDaysByMonth = 1096;

/** The table expressions `unit` and `periods`, in the currencies of a query, from `range`. */
const periodsOf = (currencies: FragmentSqlToken) => sql.fragment`
  reported as materialized (${currencies}),
  unit as materialized (
    select u.unit, ('1 ' || u.unit)::interval as step
      from (select case when r.until - r.since > ${maxDaysByMonth}::integer then 'year' else 'month' end as unit from range r) u),
  first as materialized (
    select case u.unit when 'month' then r.since else greatest(r.since, coalesce(f.day, r.until)) end as day
      from range r cross join unit u
     cross join lateral (
       select min(least(
                (select min(i.sent_on) from corkboard.invoices i
                  where i.workspace_id = ${workspaceId} and ${isSent} and i.currency = c.currency),
                (select min(y.paid_on) from corkboard.payments y
                  where y.workspace_id = ${workspaceId} and y.currency = c.currency))) as day
         from reported c) f),
  periods as materialized (
    select c.currency, d.since, d.until
      from reported c cross join (
        select greatest(r.since, p::date) as since, least(r.until, (p + u.step)::date - 1) as until
          from range r cross join unit u cross join first f
         cross join lateral generate_series(
           date_trunc(u.unit, f.day::timestamp),
           case u.unit when 'month' then r.until else least(r.until, r.today) end::timestamp, u.step) p) d)`;

/** The columns of MoneyPeriods. They read only indexes. */
const periodColumns = sql.fragment`
  (select u.unit from unit u) as unit,
  ${objects(sql.fragment`
    select ${selectOf(periodFields)}
      from periods p
     cross join lateral (
       select sum(r.invoiced) as invoiced, sum(r.due) as due
         from (${invoicedRows(sql.fragment`i.currency = p.currency and i.sent_on >= p.since and i.sent_on <= p.until`)}) r) s
     cross join lateral (
       select sum(y.amount_cents) as received from corkboard.payments y
        where y.workspace_id = ${workspaceId} and y.currency = p.currency and y.paid_on >= p.since and y.paid_on <= p.until) y
     order by p.since, p.currency`)} as periods`;

const inAllCurrencies = (period: Period) => sql.fragment`
  with ${rangeOf(period)}, ${periodsOf(sql.fragment`select unnest(corkboard.invoiced_currencies(${workspaceId})) as currency`)}
  select ${periodColumns}`;

const clients = byClient({
  measures,
  sumsOf: condition => sql.fragment`
    select client_id, currency, ${selectOf(measures)}
      from (
        select r.client_id, r.currency, sum(r.invoiced) as invoiced, sum(r.due) as due
          from (${invoicedRows(sql.fragment`${condition}
            and i.sent_on >= (select r.since from range r) and i.sent_on <= (select r.until from range r)`)}) r
         group by 1, 2) s
      full join (
        select i.client_id, i.currency, sum(i.amount_cents) as received from corkboard.payments i
         where i.workspace_id = ${workspaceId} and ${condition}
           and i.paid_on >= (select r.since from range r) and i.paid_on <= (select r.until from range r)
         group by 1, 2) y using (client_id, currency)`,
  largest: sql.fragment`b."invoicedCents" desc, b."receivedCents" desc, b.client_id`,
  label: 'Money by client',
  empty: 'No client was invoiced or paid in this period.',
  path: '/reports/money-by-client.csv',
});

/** Amounts invoiced and received, by month and by client. */
export const moneyReport = currencyReport<MoneyPeriods & ClientPage<typeof measures>>({
  path: '/reports',
  alias: '/reports/money',
  query: (period, before) => ({
    tables: sql.fragment`${clients.table(period)}, ${periodsOf(sql.fragment`select h.currency from chosen h`)}`,
    columns: sql.fragment`${periodColumns}, ${clients.columns(before)}`,
  }),
  view: (found, range, context) => {
    const { periods, unit, currency } = found;
    const { locale } = context.person;
    const days = { from: range.since, until: range.until };
    const sum = (key: keyof typeof measures) => periods.reduce((total, row) => total + row[key], 0);
    const total: Sums<typeof measures> = {
      currency,
      invoicedCents: sum('invoicedCents'),
      receivedCents: sum('receivedCents'),
      dueCents: sum('dueCents'),
    };
    return html`
      ${statCards(
        Object.entries(measures).map(([key, { heading, list, filter, note }]) => ({
          label: heading!,
          href: recordsAddress(list, { ...filter, currency, ...days }),
          value: amount(total[key as keyof typeof measures], currency, locale),
          notes: [note],
        })),
      )}
      ${reportPart(
        {
          [unit]: [
            `By ${unit}`,
            () => html`
      <div class="columns">
        <section><h2>Invoiced and received</h2>${moneyChart(periods, unit, currency, locale, 'the table below')}</section>
        <section><h2>By ${unit}</h2>${table(
          `Money by ${unit}`,
          [
            unit === 'month' ? 'Month' : 'Year',
            ...Object.values(measures).map(({ heading }) => [heading!, 'number'] as const),
          ],
          periods.map(row => [
            periodPoint(row.since, unit, locale).name,
            ...figuresOf(measures, row, { from: row.since, until: row.until }, context),
          ]),
          ['Total', ...figuresOf(measures, total, days, context)],
        )}
          ${csvLink('/reports/money.csv', context)}</section>
      </div>`,
          ],
          client: [
            'By client',
            () => clients.section(found, total, client => ({ ...days, client }), context),
          ],
        },
        context,
      )}`;
  },
  files: [
    clients.file,
    wholeFile(
      '/reports/money.csv',
      columnsOf(periodFields),
      inAllCurrencies,
      ({ periods }: MoneyPeriods) => periods,
    ),
  ],
});
