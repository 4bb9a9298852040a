import { memoize } from '../concurrency/memoize.ts';
import { knownLocale, knownZone } from './locale.ts';

/** How days and times are written: the options of their formatters. */
const styles = {
  full: { dateStyle: 'long' },
  short: { day: 'numeric', month: 'short' },
  withYear: { dateStyle: 'medium' },
  digits: { dateStyle: 'short' },
  weekday: { weekday: 'short' },
  dayOfWeek: { dateStyle: 'full' },
  month: { month: 'short' },
  monthOfYear: { month: 'long', year: 'numeric' },
  hour: { hour: 'numeric' },
  minute: { timeStyle: 'short' },
  minuteInZone: { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  second: { timeStyle: 'medium' },
  secondInZone: { timeStyle: 'long' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;
type Style = keyof typeof styles;

/** The most formatters and names of days that are remembered. */
const maxRemembered = 2_000;

const formatOf = memoize(
  ({ style, locale, timeZone }: { style: Style; locale: string; timeZone: string }) =>
    `${style} ${locale} ${timeZone}`,
  ({ style, locale, timeZone }) =>
    new Intl.DateTimeFormat(knownLocale(locale), { ...styles[style], timeZone: knownZone(timeZone) }),
  maxRemembered,
);

const written = (style: Style, time: string | Date, locale: string, timeZone = 'UTC'): string =>
  formatOf({ style, locale, timeZone }).format(new Date(time));

/** Lists name the same few days over and over, and formatting one costs more than the rest of its cell. */
const dayName = memoize(
  ({ style, date, locale }: { style: Style; date: string; locale: string }) => `${style} ${date} ${locale}`,
  ({ style, date, locale }) => written(style, date, locale),
  maxRemembered,
);

/** The date of a time in a time zone, as ISO 8601 and Sweden write it: `2027-01-31`. */
export const dateOf = (time: string | Date, timeZone: string): string =>
  written('digits', time, 'sv-SE', timeZone);

const yearOf = (date: string) => Number(date.slice(0, 4));

/** The name of a date for a list: with its year only if that is not `thisYear`. */
const shortName = (date: string, locale: string, thisYear: number): string =>
  dayName({ style: yearOf(date) === thisYear ? 'short' : 'withYear', date, locale });

/** A date as a day: `31 January 2027`. A timestamp's is that in UTC. */
export const day = (date: string, locale = 'en-GB'): string => dayName({ style: 'full', date, locale });

/** A date as a day, in short and with its year: `31 Jan 2027`. */
export const shortDate = (date: string, locale = 'en-GB'): string =>
  dayName({ style: 'withYear', date, locale });

/** A period of days, both included, in short: `1–28 Oct 2026`. */
export const period = (from: string, until: string, locale = 'en-GB'): string =>
  formatOf({ style: 'withYear', locale, timeZone: 'UTC' }).formatRange(new Date(from), new Date(until));

/** The day of a timestamp, in a time zone: `31 January 2027`. */
export const dayOf = (timestamp: string, locale = 'en-GB', timeZone = 'UTC'): string =>
  day(dateOf(timestamp, timeZone), locale);

/** A timestamp to the minute, in a time zone: `31 January 2027, 09:05 UTC`. */
export const moment = (timestamp: string, locale = 'en-GB', timeZone = 'UTC'): string =>
  `${dayOf(timestamp, locale, timeZone)}, ${written('minuteInZone', timestamp, locale, timeZone)}`;

/** A timestamp to the second, in a time zone: `31 January 2027, 09:05:07 UTC`. */
export const exactMoment = (timestamp: string, locale = 'en-GB', timeZone = 'UTC'): string =>
  `${dayOf(timestamp, locale, timeZone)}, ${written('secondInZone', timestamp, locale, timeZone)}`;

/**
 * A timestamp to the second for a list, in a time zone: `Today 09:05:07`, `31 Jan, 09:05:07`, and with its year only if
 * that is not the year of `now`.
 */
export function shortMoment(timestamp: string, locale = 'en-GB', timeZone = 'UTC', now = new Date()): string {
  const time = new Date(timestamp);
  const [date, today] = [dateOf(time, timeZone), dateOf(now, timeZone)];
  const clock = written('second', time, locale, timeZone);
  return date === today ? `Today ${clock}` : `${shortName(date, locale, yearOf(today))}, ${clock}`;
}

/** A date as a day for a list: `31 Jan`, and with its year only if that is not the year of `now` in UTC. */
export const shortDay = (date: string, locale = 'en-GB', now = new Date()): string =>
  shortName(date, locale, now.getUTCFullYear());

/**
 * A timestamp as people scan it in a list, in a time zone: `Today 09:05`, `31 Jan`, and with its year only if that is not
 * the year of `now`.
 */
export function briefMoment(timestamp: string, locale = 'en-GB', timeZone = 'UTC', now = new Date()): string {
  const time = new Date(timestamp);
  const [date, today] = [dateOf(time, timeZone), dateOf(now, timeZone)];
  if (date === today) return `Today ${written('minute', time, locale, timeZone)}`;
  return shortName(date, locale, yearOf(today));
}

/** The end of a sentence after a text: nothing if the text ends with a full stop itself, as in `29. Nov.` or `6 p.m.`. */
export const fullStopAfter = (text: string): string => (text.endsWith('.') ? '' : '.');

/** The day of the week of a date: short, `Sun`, or with the date in full, `Sunday, 31 January 2027`. */
export const weekday = (date: string, length: 'short' | 'full', locale = 'en-GB'): string =>
  written(length === 'short' ? 'weekday' : 'dayOfWeek', date, locale);

/** The month of a date: long with its year, `January 2027`, or short without, `Jan`. */
export const monthName = (date: string, length: 'long' | 'short', locale = 'en-GB'): string =>
  written(length === 'short' ? 'month' : 'monthOfYear', date, locale);

/** Writes the hour of a time, for the axis of a chart: `3 PM` or `15`. */
export const hourNames =
  (locale: string, timeZone: string) =>
  (timestamp: string): string =>
    written('hour', timestamp, locale, timeZone);
