import { memoize } from '../concurrency/memoize.ts';
import { knownLocale } from './locale.ts';

const styles = {
  number: { maximumFractionDigits: 4 },
  percent: { style: 'percent', maximumFractionDigits: 2 },
  size: { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 },
} satisfies Record<string, Intl.NumberFormatOptions>;

const formatOf = memoize(
  ({ style, locale }: { style: keyof typeof styles; locale: string }) => `${style} ${locale}`,
  ({ style, locale }) => new Intl.NumberFormat(knownLocale(locale), styles[style]),
);

/** A whole number: `1,234`. */
export const count = (number: number, locale = 'en-US'): string =>
  formatOf({ style: 'number', locale }).format(number);

/** An integer with a number of digits after the point, as a person reads it: 1250 with two digits is `12.5`. */
export const fixed = (integer: number, digits: number, locale = 'en-US'): string =>
  formatOf({ style: 'number', locale }).format(`${integer}E-${digits}` as `${number}`);

/** Basis points as a person reads them: 2000 is `20%`, or `20 %` where that is how it is written. */
export const percent = (bps: number, locale = 'en-US'): string =>
  formatOf({ style: 'percent', locale }).format(`${bps}E-4` as `${number}`);

/** A number of things: `1 day`, `3 days`. */
export const counted = (number: number, thing: string, locale = 'en-US'): string =>
  `${count(number, locale)} ${thing}${number === 1 ? '' : 's'}`;

/** Minutes as hours and minutes: `2 h 30 min`. */
export function duration(minutes: number, locale: string): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const parts = [
    ...(hours > 0 ? [`${count(hours, locale)} h`] : []),
    ...(rest > 0 || hours === 0 ? [`${count(rest, locale)} min`] : []),
  ];
  return parts.join(' ');
}

/** Seconds as a stopwatch shows them: `1:05:09`. */
export const stopwatch = (seconds: number): string =>
  [Math.floor(seconds / 3600), ...[Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits)].join(':');

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** The size of a file: `0.1 MB` or more. */
export const megabytes = (bytes: number, locale = 'en-US'): string =>
  formatOf({ style: 'size', locale }).format(Math.max(0.1, bytes / 1_000_000));
