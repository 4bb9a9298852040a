import { type ScaleBand, type ScaleLinear, scaleBand, scaleLinear } from 'd3-scale';
import type { Chart } from './chart.ts';

/**
 * The size of a chart's drawing. A card of the narrow column, and a card on a phone, are about as wide, so a unit is
 * about a pixel and text has the size that the style sheet gives it.
 */
export const size = { width: 304, height: 152, top: 10, bottom: 20 };

/** About how wide a character of an axis is. */
const characterWidth = 6.2;

/** Where the points and values of a chart are in its drawing. */
export interface Scales {
  /** The left side of a point by its index, and its width. */
  x: ScaleBand<number>;
  y: ScaleLinear<number, number>;
  /** The values of the horizontal lines. */
  ticks: number[];
  /** Every how many points the axis has a label, so that the labels don't touch. */
  every: number;
}

/** `highest` and `lowest`: of the values that are drawn. */
export function scalesOf(
  { points, format, formatTick = format }: Chart,
  highest: number,
  lowest = 0,
): Scales {
  const { width, height, top, bottom } = size;
  const y = scaleLinear([Math.min(lowest, 0), Math.max(highest, 1)], [height - bottom, top]).nice(3);
  // There are no half attempts, and nothing between 0 and a cent, which has the same label.
  const ticks = y
    .ticks(3)
    .filter(tick => Number.isInteger(tick) && (tick === 0 || formatTick(tick) !== formatTick(0)));
  const left = Math.max(...ticks.map(tick => formatTick(tick).length)) * characterWidth + 8;
  const x = scaleBand(points.keys(), [left, width]).paddingInner(0.25).paddingOuter(0.1);
  const longest = Math.max(...points.map(({ short }) => short.length)) + 3;
  return { x, y, ticks, every: Math.ceil((longest * characterWidth) / x.step()) };
}

/** A coordinate, to the tenth of a unit. */
export const round = (coordinate: number): number => Math.round(coordinate * 10) / 10;
