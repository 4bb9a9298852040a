import { amount, compactAmount, monthName } from '../../formatting/index.ts';
import type { Html } from '../html/html.ts';
import type { Series } from './chart.ts';
import { columnChart } from './columnChart.ts';

/** The amounts invoiced and received in a month or year, or a part of it that begins on a day. */
interface MoneyOfPeriod {
  since: string;
  invoicedCents: number;
  receivedCents: number;
}

/** The name of a month on an axis, and in a table. */
export const monthPoint = (month: string, locale: string) => ({
  name: monthName(month, 'long', locale),
  short: monthName(month, 'short', locale),
});

/** The same of a month or year, by a day of it. */
export const periodPoint = (day: string, unit: 'month' | 'year', locale: string) =>
  unit === 'month' ? monthPoint(day, locale) : { name: day.slice(0, 4), short: day.slice(0, 4) };

/** Amounts invoiced and received in a currency. `tableIn`: where the values are. `hasSums`: whether its legend has the sums. */
export function moneyChart(
  periods: readonly MoneyOfPeriod[],
  unit: 'month' | 'year',
  currency: string,
  locale: string,
  tableIn: string,
  hasSums = false,
): Html {
  const format = (cents: number) => amount(cents, currency, locale);
  const series = (name: string, look: Series['look'], key: 'invoicedCents' | 'receivedCents'): Series => {
    const values = periods.map(one => one[key]);
    return {
      name,
      look,
      values,
      ...(hasSums && { summary: format(values.reduce((sum, one) => sum + one, 0)) }),
    };
  };
  return columnChart(
    {
      label: `Invoiced and received by ${unit}, in ${currency}`,
      pointLabel: unit === 'month' ? 'Month' : 'Year',
      points: periods.map(({ since }) => periodPoint(since, unit, locale)),
      series: [series('Invoiced', 'outline', 'invoicedCents'), series('Received', 'solid', 'receivedCents')],
      format,
      formatTick: cents => compactAmount(cents, currency, locale),
      tableIn,
    },
    'beside',
  );
}
