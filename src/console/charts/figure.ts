import { table } from '../components/table.ts';
import { type Html, html, type Value } from '../html/html.ts';
import { axes } from './axes.ts';
import type { Chart, MarkStyle } from './chart.ts';
import { round, type Scales, size } from './scales.ts';

/**
 * A chart with its axes, its marks, what pointing at it shows, its legend, and a table with its values for screen readers and
 * everyone who wants the figures.
 */
export const figure = (chart: Chart, scales: Scales, marks: Value): Html =>
  html`
    <div class="chart">
      <svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${chart.label}. The values are in ${chart.tableIn ?? 'the table below'}.">
        ${axes(chart, scales)}${marks}<g>${chart.points.map((_, at) => tooltip(chart, scales, at))}</g></svg>
      <ul class="plain legend">${chart.series.map(
        ({ name, look, summary }) =>
          html`<li>${swatch(look)}${name}${summary === undefined ? null : html` <b>${summary}</b>`}</li>`,
      )}</ul>
      ${chart.tableIn !== undefined ? null : html`<details><summary>Show the figures</summary>${valueTable(chart)}</details>`}
    </div>`;

const swatch = (look: MarkStyle): Html =>
  html`<svg class="swatch" viewBox="0 0 12 12" aria-hidden="true"><rect class="${look}" x="1" y="1" width="10" height="10" rx="2"/></svg>`;

const valueTable = ({ label, pointLabel, points, series, format }: Chart): Html =>
  table(
    label,
    [pointLabel, ...series.map(({ name }) => [name, 'number'] as const)],
    points.map(({ name }, at) => [name, ...series.map(({ values }) => valueAt(values, at, format))]),
  );

const valueAt = (values: readonly (number | null)[], at: number, format: Chart['format']): string => {
  const value = values[at] ?? null;
  return value === null ? '–' : format(value);
};

/** The area of a point, whose tooltip is `November 2026: Invoiced $8,400.00, Paid $3,100.00`. */
const tooltip = ({ points, series, format }: Chart, { x }: Scales, at: number): Html =>
  html`
<rect x="${round(x(at)!)}" width="${round(x.bandwidth())}"><title>${points[at]!.name}: ${series.map(({ name, values }) => `${name} ${valueAt(values, at, format)}`).join(', ')}</title></rect>`;
