import { amount, compactAmount, monthName } from '../../../formatting/index.ts';
import { columnChart } from '../../charts/columnChart.ts';
import { hoursChart } from '../../charts/hoursChart.ts';
import { dayAfter } from '../../components/dayAfter.ts';
import { tabs } from '../../components/tabs.ts';
import { type Html, html } from '../../html/html.ts';
import { chartedMonths, chartedWeeks, type HomeCharts } from '../../records/homeCharts.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import type { Person } from '../../sessions/person.ts';

/** The charts of the last months and weeks, as cards beside each other; null if there is nothing to show. */
export function chartCards(charts: HomeCharts, context: PageContext): Html | null {
  const cards = [moneyCard(charts, context), hoursCard(charts, context.person)].filter(card => card !== null);
  return cards.length === 0 ? null : html`<div class="columns">${cards}</div>`;
}

/**
 * The invoiced and received amounts by month, one currency at a time, because amounts in different currencies are never
 * added.
 */
function moneyCard({ months, thisMonth }: HomeCharts, { person, search }: PageContext): Html | null {
  if (months.length === 0) return null;
  const currencies = [...new Set(months.map(({ currency }) => currency))].sort();
  const asked = [search.get('currency'), person.currency].find(known => currencies.includes(known ?? ''));
  const currency = asked ?? currencies[0]!;
  const points = monthsUntil(thisMonth);
  const valuesOf = (key: 'invoicedCents' | 'receivedCents') =>
    points.map(month => months.find(one => one.month === month && one.currency === currency)?.[key] ?? 0);
  const series = (name: string, look: 'solid' | 'outline', values: number[]) => ({
    name,
    look,
    values,
    summary: amount(
      values.reduce((sum, value) => sum + value, 0),
      currency,
      person.locale,
    ),
  });
  return html`
    <section><h2>Invoiced and received</h2>
      ${
        currencies.length > 1
          ? tabs(
              'Currency',
              currencies.map(one => [one, `/?currency=${one}`] as const),
              `/?currency=${currency}`,
            )
          : null
      }
      ${columnChart(
        {
          label: `Invoiced and received by month, in ${currency}`,
          pointLabel: 'Month',
          points: points.map(month => ({
            name: monthName(month, 'long', person.locale),
            short: monthName(month, 'short', person.locale),
          })),
          series: [
            series('Invoiced', 'outline', valuesOf('invoicedCents')),
            series('Received', 'solid', valuesOf('receivedCents')),
          ],
          format: cents => amount(cents, currency, person.locale),
          formatTick: cents => compactAmount(cents, currency, person.locale),
          tableIn: 'the money report',
        },
        'beside',
      )}
      <p class="quiet-text"><a href="/reports?currency=${currency}">Open the money report</a></p></section>`;
}

/** The first days of the last months, oldest first. */
function monthsUntil(last: string): string[] {
  const [year, month] = last.split('-').map(Number);
  return Array.from({ length: chartedMonths }, (_, at) =>
    new Date(Date.UTC(year!, month! - chartedMonths + at)).toISOString().slice(0, 10),
  );
}

/** The logged time by week. */
function hoursCard({ weeks, thisWeek }: HomeCharts, { locale }: Person): Html | null {
  if (weeks.length === 0) return null;
  const minutesOf = (week: string) => {
    const found = weeks.find(one => one.week === week);
    return { billable: found?.billableMinutes ?? 0, other: found?.otherMinutes ?? 0 };
  };
  return html`
    <section><h2>Hours</h2>
      ${hoursChart(weeksUntil(thisWeek), minutesOf, locale, 'the hours report', true)}
      <p class="quiet-text"><a href="/reports/hours">Open the hours report</a></p></section>`;
}

/** The Mondays of the last weeks, oldest first. */
const weeksUntil = (last: string): string[] =>
  Array.from({ length: chartedWeeks }, (_, at) => dayAfter(last, -7 * (chartedWeeks - 1 - at)));
