import { count, hourNames, moment } from '../../formatting/index.ts';
import { type Html, html } from '../html/html.ts';
import type { AttemptHour } from '../records/endpointStats.ts';
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
  const shared = { pointLabel: 'Hour from', points };
  const written = {
    format: (value: number) => count(value, locale),
    formatTick: (value: number) => count(value, locale),
  };
  const inMs = {
    format: (ms: number) => `${count(ms, locale)} ms`,
    formatTick: (ms: number) => `${count(ms, locale)} ms`,
  };
  const numbers = (of: 'succeeded' | 'failed') => hours.map(hour => hour[of]);
  return html`
    <div class="columns">
      <div><h3>Attempts</h3>${columnChart(
        {
          ...shared,
          ...written,
          label: 'Attempts by hour',
          series: [
            { name: 'Succeeded', look: 'solid', values: numbers('succeeded') },
            { name: 'Failed', look: 'alert', values: numbers('failed') },
          ],
        },
        'stacked',
      )}</div>
      <div><h3>Response time</h3>${lineChart({
        ...shared,
        ...inMs,
        label: 'Average response time by hour',
        series: [
          {
            name: 'Average of successful attempts',
            look: 'solid',
            values: hours.map(({ averageMs }) => averageMs),
          },
        ],
      })}</div>
    </div>`;
}
