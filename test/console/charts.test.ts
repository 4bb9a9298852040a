import test from 'ava';
import type { Chart } from '../../src/console/charts/chart.ts';
import { columnChart } from '../../src/console/charts/columnChart.ts';
import { lineChart } from '../../src/console/charts/lineChart.ts';
import { styleSheet as css } from '../../src/console/html/assets.ts';

const chart: Chart = {
  label: 'Invoiced and paid by month',
  pointLabel: 'Month',
  points: [
    { name: 'October 2026', short: 'Oct' },
    { name: 'November 2026', short: 'Nov' },
  ],
  series: [
    { name: 'Invoiced', look: 'outline', values: [100, 0], summary: '$100' },
    { name: 'Paid', look: 'solid', values: [40, null] },
  ],
  format: value => `$${value}.00`,
  formatTick: value => `$${value}`,
};

/** The columns of a chart, without the legend's. */
function columns(of: Chart, arrangement: 'beside' | 'stacked') {
  const series = `${columnChart(of, arrangement)}`.matchAll(
    /<path class="(solid|outline|alert)" d="([^"]*)"/g,
  );
  return [...series].flatMap(([, look, path]) =>
    [...path!.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-\3z/g)].map(([, ...numbers]) => {
      const [x, y, width, height] = numbers.map(Number) as [number, number, number, number];
      return { look, x, y, width, height };
    }),
  );
}

test('columns are as high as their values, and zero has none', t => {
  const [invoiced, paid, ...others] = columns(chart, 'beside');
  t.deepEqual(others, []);
  t.like(invoiced, { look: 'outline' });
  t.like(paid, { look: 'solid' });
  t.true(Math.abs(invoiced!.height * 0.4 - paid!.height) < 1, `${invoiced!.height} ${paid!.height}`);
  t.true(invoiced!.x + invoiced!.width < paid!.x);
});

test('a negative value, such as a refund, hangs below zero', t => {
  const series = [{ name: 'Received', look: 'solid' as const, values: [100, -50] }];
  const [above, below] = columns({ ...chart, series }, 'beside');
  t.true(below!.y >= above!.y + above!.height, JSON.stringify([above, below]));
  const labels = `${columnChart({ ...chart, series }, 'beside')}`.matchAll(/text-anchor="end">(\$-?\d+)</g);
  t.deepEqual(
    [...labels].map(([, label]) => label),
    ['$-50', '$0', '$50', '$100'],
  );
  t.true(Math.abs(below!.height - above!.height / 2) < 1, JSON.stringify([above, below]));
});

test('stacked columns stand on each other', t => {
  const [below, above] = columns(chart, 'stacked');
  t.is(below!.x, above!.x);
  t.true(Math.abs(above!.y + above!.height - below!.y) <= 1, JSON.stringify([below, above]));
});

test('a value that is much smaller than the others is still visible', t => {
  const series = [{ name: 'Invoiced', look: 'outline' as const, values: [1_000_000, 1] }];
  for (const { height } of columns({ ...chart, series }, 'beside')) t.true(height >= 1);
});

test('a chart has a name, a legend and a table with every value', t => {
  const text = `${columnChart(chart, 'beside')}`;
  t.true(
    text.includes('role="img" aria-label="Invoiced and paid by month. The values are in the table below."'),
  );
  t.regex(text, /Invoiced <b>\$100<\/b>/);
  const [table] = /<table.*<\/table>/s.exec(text)!;
  for (const cell of ['October 2026', '$100.00', '$40.00', 'November 2026', '$0.00', '–'])
    t.true(table.includes(`>${cell}</`), cell);
  t.true(text.includes('<title>October 2026: Invoiced $100.00, Paid $40.00</title>'));
  const other = `${columnChart({ ...chart, tableIn: 'the money report' }, 'beside')}`;
  t.true(other.includes('The values are in the money report."'));
  t.notRegex(other, /<table/);
});

test('the labels of many points don’t touch, and the last one is always shown', t => {
  const points = Array.from({ length: 90 }, (_, at) => ({ name: `Day ${at}`, short: `Nov ${at}` }));
  const series = [{ name: 'Sent', look: 'solid' as const, values: points.map((_, at) => at) }];
  const text = `${columnChart({ ...chart, points, series }, 'beside')}`;
  const names = [...text.matchAll(/<text x="([\d.]+)" y="148"[^>]*>(.*?)</g)];
  t.is(names.at(-1)![2], 'Nov 89');
  for (const [index, [, x]] of names.slice(1).entries())
    t.true(Number(x) - Number(names[index]![1]) > names[index]![2]!.length * 6);
});

test('a line has a gap where there is no value', t => {
  const points = ['a', 'b', 'c', 'd'].map(name => ({ name, short: name }));
  const series = [{ name: 'Latency', look: 'solid' as const, values: [1, 2, null, 3] }];
  const [, path] = /<path class="line solid" d="([^"]*)"/.exec(`${lineChart({ ...chart, points, series })}`)!;
  t.is(path!.match(/M/g)!.length, 2);
});

test('a chart of zeros, or without values, can be drawn', t => {
  const zeros = { ...chart, series: [{ name: 'Paid', look: 'solid' as const, values: [0, null] }] };
  for (const draw of [lineChart, (one: Chart) => columnChart(one, 'stacked')]) {
    t.notRegex(`${draw(zeros)}`, /NaN|Infinity/);
    t.notRegex(`${draw({ ...chart, points: [], series: [] })}`, /NaN|Infinity/);
  }
});

/** The luminance of a token's color in a scheme (WCAG 2.2). */
function luminance(token: string, scheme: 0 | 1): number {
  const hex = new RegExp(`${token}: light-dark\\((#[0-9a-f]+), (#[0-9a-f]+)\\)`).exec(css)![1 + scheme]!;
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/g, '$&$&') : hex;
  const [r, g, b] = [1, 3, 5].map(at => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

// That of texts is tried on every page (test/browser/pages.test.ts).
for (const scheme of [0, 1] as const)
  test(`in the ${scheme ? 'dark' : 'light'} scheme, a chart’s marks have a contrast of 3:1`, t => {
    const contrast = (one: string, other: string) => {
      const [low, high] = [luminance(one, scheme), luminance(other, scheme)].sort((a, b) => a - b);
      return (high! + 0.05) / (low! + 0.05);
    };
    for (const mark of ['--accent', '--bad']) t.true(contrast(mark, '--surface') >= 3, mark);
  });
