import { line } from 'd3-shape';
import { type Html, html } from '../html/html.ts';
import type { Chart, Series } from './chart.ts';
import { figure, tooltip } from './figure.ts';
import { round, type Scales, scalesOf } from './scales.ts';

/** A chart with a line for each series; a line has a gap where there is no value. */
export function lineChart(chart: Chart): Html {
  const scales = scalesOf(
    chart,
    Math.max(0, ...chart.series.flatMap(({ values }) => values.map(value => value ?? 0))),
  );
  const { x } = scales;
  return figure(chart, scales, [
    chart.series.map(series => lineOf(series, scales)),
    chart.points.map(
      (_, at) =>
        html`<g>${tooltip(chart, at)}<rect class="hit" x="${round(x(at)!)}" width="${round(x.bandwidth())}"/></g>`,
    ),
  ]);
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
