import { line } from 'd3-shape';
import { type Html, html } from '../html/html.ts';
import type { Chart, Series } from './chart.ts';
import { figure } from './figure.ts';
import { type Scales, scalesOf } from './scales.ts';

/** A chart with a line for each series; a line has a gap where there is no value. */
export function lineChart(chart: Chart): Html {
  const scales = scalesOf(
    chart,
    Math.max(0, ...chart.series.flatMap(({ values }) => values.map(value => value ?? 0))),
  );
  return figure(
    chart,
    scales,
    chart.series.map(series => lineOf(series, scales)),
  );
}

/** A value between two gaps is a dot: the ends of lines are round. */
function lineOf({ look, values }: Series, { x, y }: Scales): Html {
  const path = line<number | null>()
    .defined(value => value !== null)
    .x((_, at) => x(at)! + x.bandwidth() / 2)
    .y(value => y(value!))
    .digits(1);
  return html`<path class="line ${look}" d="${path(values) ?? ''}"/>`;
}
