import { type Html, html } from '../html/html.ts';
import type { Chart } from './chart.ts';
import { round, type Scales, size } from './scales.ts';

/** The horizontal lines with their values, and the names of the points. */
export function axes({ points, format, formatTick = format }: Chart, { x, y, ticks, every }: Scales): Html {
  const left = x.range()[0]!;
  // The last point is always labeled, because it is the current month or week.
  const isNamed = (at: number) => (points.length - 1 - at) % every === 0;
  return html`
    <path class="grid" d="${ticks.map(tick => `M${round(left)} ${round(y(tick))}H${size.width}`).join('')}"/>
    ${ticks.map(
      tick =>
        html`<text x="${round(left - 6)}" y="${round(y(tick) + 4)}" text-anchor="end">${formatTick(tick)}</text>`,
    )}
    ${points.map(({ short }, at) => (isNamed(at) ? pointName(short, x, at, points.length) : null))}`;
}

/** The label below a point. The last point's label ends with the drawing, so that it isn't cut off. */
function pointName(name: string, x: Scales['x'], at: number, points: number): Html {
  const [place, anchor] =
    at === points - 1 ? [x(at)! + x.bandwidth(), 'end'] : [x(at)! + x.bandwidth() / 2, 'middle'];
  return html`<text x="${round(place)}" y="${size.height - 4}" text-anchor="${anchor}">${name}</text>`;
}
