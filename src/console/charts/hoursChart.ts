import { count, day, duration, shortDay } from '../../formatting/index.ts';
import type { Html } from '../html/html.ts';
import { columnChart } from './columnChart.ts';

/**
 * The billable and other time of weeks, by their Mondays. `minutesOf`: those of a week. `tableIn`: where the values are.
 * `hasSums`: whether its legend has the sums.
 */
export function hoursChart(
  weeks: readonly string[],
  minutesOf: (week: string) => { billable: number; other: number },
  locale: string,
  tableIn: string,
  hasSums = false,
): Html {
  const hours = (value: number) => duration(Math.round(value * 60), locale);
  const series = (name: string, look: 'solid' | 'outline', key: 'billable' | 'other') => {
    const values = weeks.map(week => minutesOf(week)[key] / 60);
    const sum = values.reduce((total, value) => total + value, 0);
    return { name, look, values, ...(hasSums && { summary: hours(sum) }) };
  };
  return columnChart(
    {
      label: 'Hours by week',
      pointLabel: 'Week from',
      points: weeks.map(week => ({ name: day(week, locale), short: shortDay(week, locale) })),
      series: [series('Billable', 'solid', 'billable'), series('Not billable', 'outline', 'other')],
      format: hours,
      formatTick: value => `${count(value, locale)} h`,
      tableIn,
    },
    'stacked',
  );
}
