import { hoursChart } from '../../charts/hoursChart.ts';
import { moneyChart } from '../../charts/moneyChart.ts';
import { dayAfter, monthsUntil } from '../../components/calendar.ts';
import { tabs } from '../../components/tabs.ts';
import { type Html, html } from '../../html/html.ts';
import { chartedMonths, chartedWeeks, type HomeCharts } from '../../queries/homeCharts.ts';
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
  const periods = monthsUntil(thisMonth, chartedMonths).map(since => {
    const found = months.find(one => one.month === since && one.currency === currency);
    return { since, invoicedCents: 0, receivedCents: 0, ...found };
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
      ${moneyChart(periods, 'month', currency, person.locale, 'the money report', true)}
      <p class="quiet-text"><a href="/reports?currency=${currency}">Open the money report</a></p></section>`;
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
