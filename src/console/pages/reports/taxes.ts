import { type FragmentSqlToken, sql } from '../../../database/sql.ts';
import { monthName, percent, period as periodText } from '../../../formatting/index.ts';
import { objects, workspaceId } from '../../../records/fragments.ts';
import type { Period } from '../../../vocabulary/fields.ts';
import { dayAt } from '../../components/calendar.ts';
import { chosenOf } from '../../components/filterForm.ts';
import { zeroTaxReasonChoices } from '../../components/party.ts';
import { table } from '../../components/table.ts';
import { type Html, html, type Value } from '../../html/html.ts';
import { type ReportRange, rangeOf, type Unit } from '../../queries/reportRange.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { currencyReport, figuresOf, type Sums } from './currencyReport.ts';
import { columnsOf, money, named, optional, type RowOf, rate, selectOf, text } from './fields.ts';
import { wholeFile } from './files.ts';
import { basisChoice, csvLink, pageLinks, type Query, rowsOfPage, unitIn } from './report.ts';

const path = '/reports/taxes';

/** The words for why no tax is charged. */
const reasons = Object.fromEntries(zeroTaxReasonChoices);
export const reason = named(reasons);

const measure = (heading: string, cents: FragmentSqlToken) => ({
  ...money(heading, cents),
  ...{ list: '/reports/tax-entries', filter: {} },
});
const measures = {
  netCents: measure('Net', sql.fragment`s.net`),
  taxCents: measure('Tax', sql.fragment`s.tax`),
  grossCents: { ...measure('Gross', sql.fragment`s.net + s.tax`), listsZero: true },
};

/** What was charged or paid in a period at a tax rate, and with a reason if that is 0; without a rate if it is outside of tax. */
const fields = {
  since: text('From', sql.fragment`s.since`),
  until: text('Until', sql.fragment`s.until`),
  currency: text('Currency', sql.fragment`s.currency`),
  rate: optional(rate('Tax rate', sql.fragment`s.tax_rate_bps`)),
  reason: optional(reason('Reason for no tax', sql.fragment`s.zero_tax_reason`)),
  ...measures,
};
type TaxRow = RowOf<typeof fields>;

/** How many periods a page has, each with a table of its rates. */
const periodsPerPage = 6;

const monthsOf: Record<Unit, number> = { month: 1, quarter: 3, year: 12 };

/** The rows of the periods within `range`, the newest first: added up by day and then by period, because there may be many. */
const rowsOf = (search: URLSearchParams, condition = sql.fragment`true`): FragmentSqlToken => {
  const unit = unitIn(path, search);
  return sql.fragment`
    ${objects(sql.fragment`
      select ${selectOf(fields)}
        from (
          select greatest(d.start, r.since) as since, least((d.start + make_interval(months => ${monthsOf[unit]}::integer))::date - 1, r.until) as until,
                 d.currency, d.tax_rate_bps, d.zero_tax_reason, sum(d.net) as net, sum(d.tax) as tax
            from (
              select date_trunc(${unit}, t.day::timestamp)::date as start, t.currency, t.tax_rate_bps, t.zero_tax_reason,
                     sum(t.net_cents) as net, sum(t.tax_cents) as tax
                from corkboard.tax_entries t
               where t.workspace_id = ${workspaceId} and t.basis = ${chosenOf(basisChoice, search)} and ${condition}
                 and t.day >= (select r.since from range r) and t.day <= (select r.until from range r)
               group by t.day, t.currency, t.tax_rate_bps, t.zero_tax_reason) d
           cross join range r
           group by 1, 2, 3, 4, 5) s
       order by s.since desc, s.currency, s.tax_rate_bps desc nulls last, s.zero_tax_reason nulls last`)} as rows`;
};

/** What was charged or paid, by tax rate. */
export const taxReport = currencyReport<{ rows: TaxRow[] }>({
  path,
  // Invoices that were voided before there were credit notes are in no other report, but charged tax until then.
  currencies: sql.fragment`
    corkboard.invoiced_currencies(${workspaceId}) || array(
      select distinct i.currency from corkboard.invoices i
       where i.workspace_id = ${workspaceId} and i.kind = 'invoice' and i.sent_at is not null and i.voided_at is not null)`,
  query: (_, __, search) => ({
    tables: sql.fragment`taxes as materialized (
      select ${rowsOf(search, sql.fragment`t.currency = (select h.currency from chosen h)`)})`,
    columns: sql.fragment`(select t.rows from taxes t) as rows`,
  }),
  intro: (_, { search }) => html`
    <p class="quiet-text">${
      chosenOf(basisChoice, search) === 'invoice'
        ? 'What you charged, on the day when the invoice was sent, changed or reversed. It equals the files for accountants.'
        : 'What clients paid, on the day when the money arrived. Each payment is spread over the tax rates of its invoice.'
    }</p>`,
  view: ({ rows, currency }, range, context) => {
    if (rows.length === 0)
      return html`<p class="empty">There are no amounts in ${currency} on these days.</p>`;
    const unit = unitIn(path, context.search);
    const periods = [...Map.groupBy(rows, ({ since }) => since).values()];
    const days = { since: range.since, until: range.until };
    const { before, upTo } = rowsOfPage(context.search, periodsPerPage);
    return html`
      <div class="columns">
        ${periods.length > 1 ? section('In total', days, byRate(rows), currency, context) : null}
        ${periods.slice(before, upTo).map(found => section(periodName(found[0]!, unit, context), found[0]!, found, currency, context))}
      </div>
      ${pageLinks(periods.length, context, periodsPerPage)}${csvLink(`${path}.csv`, context)}`;
  },
  files: [
    wholeFile(
      `${path}.csv`,
      columnsOf(fields),
      (period: Period, search) =>
        sql.fragment`with ${rangeOf(period, unitIn(path, search))} select ${rowsOf(search)}`,
      ({ rows }: { rows: TaxRow[] }) => rows,
    ),
  ],
});

type Sum = Sums<typeof measures>;

const totalOf = (rows: readonly TaxRow[]) => {
  const sum = (key: keyof typeof measures) => rows.reduce((total, row) => total + row[key], 0);
  return { netCents: sum('netCents'), taxCents: sum('taxCents'), grossCents: sum('grossCents') };
};

/** The rows of several periods as those of one. */
const byRate = (rows: readonly TaxRow[]): TaxRow[] =>
  [...Map.groupBy(rows, row => `${row.rate} ${row.reason}`).values()]
    .map(same => ({ ...same[0]!, ...totalOf(same) }))
    .sort((a, b) => (b.rate ?? -1) - (a.rate ?? -1) || ((a.reason ?? '~') < (b.reason ?? '~') ? -1 : 1));

/** The table of some days. */
function section(
  title: string,
  { since, until }: Pick<ReportRange, 'since' | 'until'>,
  rows: readonly TaxRow[],
  currency: string,
  context: PageContext,
): Html {
  const days: Query = { basis: context.search.get('basis'), from: since, until };
  const cells = (row: Omit<Sum, 'currency'>, query: Query) =>
    figuresOf(measures, { ...row, currency } as Sum, { ...days, ...query }, context);
  return html`<section><h2>${title}</h2>${table(
    `Tax by rate, ${title}`,
    ['Tax rate', ...Object.values(measures).map(({ heading }) => [heading!, 'number'] as const)],
    rows.map(row => [
      rateCell(row, context),
      ...cells(row, {
        rate: `${row.rate ?? 'none'}`,
        reason: row.rate === 0 ? (row.reason ?? 'none') : null,
      }),
    ]),
    ['Total', ...cells(totalOf(rows), {})],
  )}</section>`;
}

/** The rate with the first words of the reason. */
const rateCell = ({ rate, reason }: TaxRow, { person: { locale }, search }: PageContext): Value => {
  if (rate !== null)
    return [
      percent(rate, locale),
      reason && html` <span class="quiet-text">${reasons[reason]!.split(':')[0]!}</span>`,
    ];
  return chosenOf(basisChoice, search) === 'invoice' ? 'Late fees' : 'Late fees and balances';
};

/** The name of a period, with its days if the report has only some of them. */
function periodName({ since, until }: TaxRow, unit: Unit, { person: { locale } }: PageContext): string {
  const [year, month] = [since.slice(0, 4), Number(since.slice(5, 7))];
  const name = {
    month: () => monthName(since, 'long', locale),
    quarter: () => `Q${Math.ceil(month / 3)} ${year}`,
    year: () => year,
  }[unit]();
  const months = monthsOf[unit];
  const end = dayAt(Number(year), month + months, 0);
  const isWhole = since.endsWith('-01') && (month - 1) % months === 0 && until === end;
  return isWhole ? name : `${name} (${periodText(since, until, locale)})`;
}
