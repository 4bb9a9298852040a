import { type FragmentSqlToken, sql } from '../../../database/sql.ts';
import { amount, compactAmount, day } from '../../../formatting/index.ts';
import { object, selectList, today, workspaceId } from '../../../records/fragments.ts';
import { columnChart } from '../../charts/columnChart.ts';
import { table } from '../../components/table.ts';
import { type Html, html } from '../../html/html.ts';
import { isReceivable } from '../../queries/due.ts';
import { isDayWithin } from '../../queries/reportRange.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { byClient, type ClientPage, currencyReport, figuresOf, type Sums } from './currencyReport.ts';
import { money, selectOf } from './fields.ts';

/**
 * How late what clients owe is, by the names in addresses: what it is called, its days on the axis of the chart, and the least and
 * the most days; null: no bound.
 */
const ages = {
  'not-due': { name: 'Not due', days: '0', from: null, to: 0 },
  '1-30': { name: '1 to 30 days late', days: '1–30', from: 1, to: 30 },
  '31-60': { name: '31 to 60 days late', days: '31–60', from: 31, to: 60 },
  '61-90': { name: '61 to 90 days late', days: '61–90', from: 61, to: 90 },
  'over-90': { name: 'Over 90 days late', days: '> 90', from: 91, to: null },
} as const;
type Age = keyof typeof ages;
export const ageNames = Object.keys(ages) as [Age, ...Age[]];
export const nameOfAge = (age: Age): string => ages[age].name;

/** The condition that a row `i` of invoices is that late today. One without a due date is not due. */
export function isAged(age: Age): FragmentSqlToken {
  const { from, to } = ages[age];
  if (from === null) return sql.fragment`(i.due_date is null or i.due_date >= ${today})`;
  const latest = sql.fragment`i.due_date <= ${today} - ${from}::integer`;
  return to === null ? latest : sql.fragment`(${latest} and i.due_date >= ${today} - ${to}::integer)`;
}

const due = sql.fragment`i.total_cents - i.part_paid_cents`;

const ofAge = (age: Age) => ({
  ...money(nameOfAge(age), sql.fragment`coalesce(sum(${due}) filter (where ${isAged(age)}), 0)`),
  ...{ list: '/reports/invoices', filter: { age } },
});

/** What is due, by how late it is, and in total. */
const measures = {
  ...(Object.fromEntries(ageNames.map(age => [age, ofAge(age)])) as Record<Age, ReturnType<typeof ofAge>>),
  total: {
    ...money('Total', sql.fragment`sum(${due})`),
    ...{ list: '/reports/invoices', filter: { due: 'true' } },
  },
};

/** The sums of columns `b`, by their names. */
const sumsOf = (names: readonly string[]) =>
  selectList(Object.fromEntries(names.map(name => [name, sql.fragment`sum(b.${sql.identifier([name])})`])));

const clients = byClient({
  measures,
  sumsOf: (condition, period) => sql.fragment`
    select i.client_id, i.currency, ${selectOf(measures)}
      from corkboard.invoices i
     where i.workspace_id = ${workspaceId} and ${isReceivable} and ${isDayWithin(sql.fragment`i.sent_on`, period)} and ${condition}
     group by 1, 2`,
  largest: sql.fragment`b.total desc, b.client_id`,
  label: 'Receivables by client',
  nameOf: heading => heading.replace(/ late$/, ''),
  path: '/reports/receivables.csv',
});

/** What clients owe. */
interface Receivables extends ClientPage<typeof measures> {
  /** The sum of all; null: nothing is due. */
  sums: Sums<typeof measures> | null;
}

/** Today's receivables, by how late they are. */
export const receivablesReport = currencyReport<Receivables>({
  path: '/reports/receivables',
  query: (period, before) => ({
    tables: clients.table(period),
    columns: sql.fragment`
      ${object(sql.fragment`b.currency, ${sumsOf(Object.keys(measures))} from clients b group by 1`)} as sums,
      ${clients.columns(before)}`,
  }),
  intro: ({ today }, { person: { locale } }) => html`
    <p class="quiet-text">What clients owe on ${day(today, locale)}, by how late it is. Invoices without a due date count as not due.</p>`,
  view: (found, _, context) => {
    const { sums, currency } = found;
    if (sums === null) return html`<p class="empty">Nothing is due in ${currency}.</p>`;
    const days = { from: context.search.get('from'), until: context.search.get('until') };
    const figures = figuresOf(measures, sums, days, context);
    return html`
      <div class="columns">
        <section><h2>Due, by days late</h2>${chart(sums, currency, context)}</section>
        <section><h2>In total</h2>${table(
          'Receivables by age',
          ['Age', ['Due', 'number']],
          ageNames.map((age, at) => [nameOfAge(age), figures[at]!]),
          ['Total', figures.at(-1)!],
        )}</section>
      </div>
      ${clients.section(found, sums, client => ({ client, ...days }), context)}`;
  },
  files: [clients.file],
});

const chart = (sums: Record<Age, number>, currency: string, { person: { locale } }: PageContext): Html =>
  columnChart(
    {
      label: `Receivables by days late, in ${currency}`,
      pointLabel: 'Age',
      points: ageNames.map(age => ({ name: ages[age].name, short: ages[age].days })),
      series: [{ name: 'Due', look: 'solid', values: ageNames.map(age => sums[age]) }],
      format: cents => amount(cents, currency, locale),
      formatTick: cents => compactAmount(cents, currency, locale),
      tableIn: 'the table below',
    },
    'stacked',
  );
