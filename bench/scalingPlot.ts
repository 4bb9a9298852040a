import { scaleLog } from 'd3-scale';
import type { Measured } from './scalingModel.ts';

const width = 720;
const height = 420;
const margin = { left: 72, right: 64, top: 24, bottom: 48 };
const cores = [1, 128] as const;
const perSecond = [300, 200_000] as const;

const x = scaleLog(cores, [margin.left, width - margin.right]);
const y = scaleLog(perSecond, [height - margin.bottom, margin.top]);

/** Told apart without color: by the dashes of the line and the shape of the marks. */
const looks = [
  { dashes: 'none', mark: (cx: number, cy: number) => `<circle cx="${cx}" cy="${cy}" r="4"/>` },
  {
    dashes: '8 4',
    mark: (cx: number, cy: number) => `<rect x="${cx - 4}" y="${cy - 4}" width="8" height="8"/>`,
  },
  {
    dashes: '2 4',
    mark: (cx: number, cy: number) => `<path d="M${cx} ${cy - 5}l5 9h-10z"/>`,
  },
];

/**
 * Draws requests a second over the cores that web and PostgreSQL use together: marks for what was measured, and for
 * each kind of request the line of the model, on which processor time per request stays as with one process.
 */
export function drawPlot(measured: Measured[]): string {
  const kinds = [...new Set(measured.map(({ kind }) => kind))];
  const lines = kinds.map((kind, n) => {
    const own = measured.filter(one => one.kind === kind);
    const { dashes, mark } = looks[n]!;
    const secondsPerRequest = used(own[0]!) / own[0]!.perSecond;
    const at = (used: number) => `${round(x(used))} ${round(y(used / secondsPerRequest))}`;
    const marks = own.map(one => mark(round(x(used(one))), round(y(one.perSecond))));
    const right = cores[1];
    const label = `<text x="${round(x(right)) + 8}" y="${round(y(right / secondsPerRequest)) + 4}">${kind}</text>`;
    return `<path class="line" stroke-dasharray="${dashes}" d="M${at(cores[0])}L${at(cores[1])}"/><g class="marks">${marks.join('')}</g>${label}`;
  });
  const horizontal = [300, 1_000, 3_000, 10_000, 30_000, 100_000].map(
    value =>
      `<path class="grid" d="M${margin.left} ${round(y(value))}H${width - margin.right}"/><text text-anchor="end" x="${margin.left - 8}" y="${round(y(value)) + 4}">${value.toLocaleString('en')}</text>`,
  );
  const vertical = [1, 2, 4, 8, 16, 32, 64, 128].map(
    value =>
      `<path class="grid" d="M${round(x(value))} ${margin.top}V${height - margin.bottom}"/><text text-anchor="middle" x="${round(x(value))}" y="${height - margin.bottom + 18}">${value}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Requests a second over the cores that web and PostgreSQL use together, measured up to two cores and as the model continues it">
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
${[...horizontal, ...vertical, ...lines].join('\n')}
<text x="${margin.left}" y="14">Requests a second</text>
<text text-anchor="end" x="${width - margin.right}" y="${height - 8}">Cores used by web and PostgreSQL (marks: measured; lines: the model)</text>
</svg>
`;
}

/** How many cores web and PostgreSQL used. */
const used = ({ perSecond, processMicros, databaseMicros }: Measured) =>
  (perSecond * (processMicros + databaseMicros)) / 1e6;

const round = (value: number) => Math.round(value * 10) / 10;
