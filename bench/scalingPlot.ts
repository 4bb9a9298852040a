import { openPlot } from './plot.ts';
import type { Measured } from './scalingModel.ts';

const cores = [1, 128] as const;

const { x, y, draw } = openPlot(
  {
    range: cores,
    ticks: [1, 2, 4, 8, 16, 32, 64, 128],
    label: 'Cores used by web and PostgreSQL (marks: measured; lines: the model)',
  },
  { range: [300, 200_000], ticks: [300, 1_000, 3_000, 10_000, 30_000, 100_000], label: 'Requests a second' },
  64,
);

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
    const at = (used: number) => `${x(used)} ${y(used / secondsPerRequest)}`;
    const marks = own.map(one => mark(x(used(one)), y(one.perSecond)));
    const right = cores[1];
    const label = `<text x="${x(right) + 8}" y="${y(right / secondsPerRequest) + 4}">${kind}</text>`;
    return `<path class="line" stroke-dasharray="${dashes}" d="M${at(cores[0])}L${at(cores[1])}"/><g class="marks">${marks.join('')}</g>${label}`;
  });
  return draw(
    'Requests a second over the cores that web and PostgreSQL use together, measured up to two cores and as the model continues it',
    lines,
  );
}

/** How many cores web and PostgreSQL used. */
const used = ({ perSecond, processMicros, databaseMicros }: Measured) =>
  (perSecond * (processMicros + databaseMicros)) / 1e6;
