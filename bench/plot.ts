import { scaleLog } from 'd3-scale';

const width = 720;
const height = 420;
const edges = { left: 72, top: 24, bottom: 48 };

/** An axis of a plot: a logarithmic scale from the first to the second number, with lines at the ticks. */
export interface Axis {
  range: readonly [number, number];
  ticks: readonly number[];
  label: string;
}

/** A plot to draw on: the position of a value, rounded, and a function that puts what was drawn into the plot. */
export interface Plot {
  /** The x of the left edge. */
  left: number;
  x(value: number): number;
  y(value: number): number;
  /** The SVG of the plot with these elements, and what it shows, for those who can't see it. */
  draw(description: string, elements: string[]): string;
}

/** A plot with two axes. `right`: how much room is right of it, for labels. Lines have the class `line`, marks `marks`. */
export function openPlot(across: Axis, up: Axis, right: number): Plot {
  const end = width - right;
  const bottom = height - edges.bottom;
  const scaleX = scaleLog(across.range, [edges.left, end]);
  const scaleY = scaleLog(up.range, [bottom, edges.top]);
  const x = (value: number) => round(scaleX(value));
  const y = (value: number) => round(scaleY(value));
  const horizontal = up.ticks.map(
    value =>
      `<path class="grid" d="M${edges.left} ${y(value)}H${end}"/><text text-anchor="end" x="${edges.left - 8}" y="${y(value) + 4}">${value.toLocaleString('en')}</text>`,
  );
  const vertical = across.ticks.map(
    value =>
      `<path class="grid" d="M${x(value)} ${edges.top}V${bottom}"/><text text-anchor="middle" x="${x(value)}" y="${bottom + 18}">${value.toLocaleString('en')}</text>`,
  );
  const draw = (
    description: string,
    elements: string[],
  ) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${description}">
<style>
  text { font: 12px system-ui, sans-serif; fill: #444 }
  .grid { stroke: #ddd }
  .line { stroke: #3b5bdb; stroke-width: 2; fill: none }
  .marks { fill: #3b5bdb }
  .ground { fill: #fff }
  @media (prefers-color-scheme: dark) {
    text { fill: #ccc } .grid { stroke: #444 } .line { stroke: #91a7ff } .marks { fill: #91a7ff } .ground { fill: #161616 }
  }
</style>
<rect class="ground" width="${width}" height="${height}"/>
${[...horizontal, ...vertical, ...elements].join('\n')}
<text x="${edges.left}" y="14">${up.label}</text>
<text text-anchor="end" x="${end}" y="${height - 8}">${across.label}</text>
</svg>
`;
  return { left: edges.left, x, y, draw };
}

const round = (value: number) => Math.round(value * 10) / 10;
