import { count, hourNames, moment } from '../../formatting/index.ts';
import { type Html, html } from '../html/html.ts';
import type { AttemptHour } from '../queries/endpointStats.ts';
import type { Person } from '../sessions/person.ts';
import { columnChart } from './columnChart.ts';
import { lineChart } from './lineChart.ts';

/** The attempts of an endpoint by hour and how long successful ones took, as charts beside each other. */
export function attemptCharts(hours: readonly AttemptHour[], { locale, time_zone }: Person): Html {
  const hourName = hourNames(locale, time_zone);
  const points = hours.map(({ hourAt }) => ({
    name: moment(hourAt, locale, time_zone),
    short: hourName(hourAt),
  }));
  const averages = hours.map(({ averageMs }) => averageMs);
  const shared = { pointLabel: 'Hour from', points };
  return html`
    <div class="columns">
      <div><h3>Attempts</h3>${columnChart(
        {
          ...shared,
          label: 'Attempts by hour',
          format: value => count(value, locale),
          series: [
            { name: 'Succeeded', look: 'solid', values: hours.map(({ succeeded }) => succeeded) },
            { name: 'Failed', look: 'alert', values: hours.map(({ failed }) => failed) },
          ],
        },
        'stacked',
      )}</div>
      <div><h3>Response time</h3>${lineChart({
        ...shared,
        label: 'Average response time by hour',
        format: ms => `${count(ms, locale)} ms`,
        series: [{ name: 'Average of successful attempts', look: 'solid', values: averages }],
      })}</div>
    </div>`;
}
