import { scaleBand } from 'd3-scale';
import { stack } from 'd3-shape';
import { type Html, html } from '../html/html.ts';
import type { Chart } from './chart.ts';
import { figure } from './figure.ts';
import { round, type Scales, scalesOf } from './scales.ts';

/** A column: the values where it begins and ends, and its series and point by index. */
interface Column {
  from: number;
  to: number;
  series: number;
  point: number;
}

/**
 * A chart of columns. Those of a point stand side by side in the order of the series, or, if they are parts of a whole,
 * on top of each other.
 */
export function columnChart(chart: Chart, arrangement: 'beside' | 'stacked'): Html {
  const columns = arrangement === 'stacked' ? stacked(chart) : beside(chart);
  const ends = columns.map(({ to }) => to);
  const scales = scalesOf(chart, Math.max(...ends), Math.min(...ends));
  const { x } = scales;
  const lanes = arrangement === 'stacked' ? 1 : chart.series.length;
  const inPoint = scaleBand(Array(lanes).keys(), [0, x.bandwidth()]).paddingInner(0.1);
  const outlineOf = ({ from, to, series, point }: Column) =>
    from === to ? '' : outline(x(point)! + inPoint(series % lanes)!, inPoint.bandwidth(), [from, to], scales);
  const marks = chart.series.map(
    ({ look }, at) => html`
<path class="${look}" d="${columns.filter(({ series }) => series === at).map(outlineOf)}"/>`,
  );
  return figure(chart, scales, marks);
}

/** The path around a column, within it, so that neighbors don't touch. A value other than zero is always visible. */
function outline(left: number, width: number, [from, to]: [number, number], { y }: Scales): string {
  const height = Math.max(Math.abs(y(from) - y(to)), 1.5);
  const top = to < from ? y(from) : y(from) - height;
  const across = round(Math.max(width - 1, 1));
  return `M${round(left + 0.5)} ${round(top + 0.5)}h${across}v${round(height - 0.5)}h${-across}z`;
}

const beside = ({ series }: Chart): Column[] =>
  series.flatMap(({ values }, index) =>
    values.map((value, point) => ({ from: 0, to: value ?? 0, series: index, point })),
  );

function stacked({ points, series }: Chart): Column[] {
  const layers = stack<unknown, number, number>()
    .keys(series.keys())
    .value((point, key) => series[key]!.values[point] ?? 0)(points.keys());
  return layers.flatMap((layer, index) =>
    layer.map(([from, to], point) => ({ from, to, series: index, point })),
  );
}
