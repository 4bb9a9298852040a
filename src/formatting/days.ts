import { memoize } from '../concurrency/memoize.ts';
import { knownLocale, knownZone } from './locale.ts';

/** How a date is written in a locale: in full, and short for lists, without and with its year. */
interface DayNames {
  full: string;
  short: string;
  withYear: string;
}

const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(knownLocale(locale), { ...options, timeZone: 'UTC' });

const dayFormats = memoize(
  (locale: string) => locale,
  locale => ({
    full: dateFormat(locale, { dateStyle: 'long' }),
    short: dateFormat(locale, { day: 'numeric', month: 'short' }),
    withYear: dateFormat(locale, { dateStyle: 'medium' }),
  }),
);

/** Lists name the same few days over and over, and formatting one costs more than the rest of its cell. */
const maxDayNames = 2_000;

const dayNames = memoize(
  ({ date, locale }: { date: string; locale: string }) => `${date} ${locale}`,
  ({ date, locale }): DayNames => {
    const { full, short, withYear } = dayFormats(locale);
    const time = new Date(date);
    return { full: full.format(time), short: short.format(time), withYear: withYear.format(time) };
  },
  maxDayNames,
);

const moments = memoize(
  ({ locale, timeZone }: { locale: string; timeZone: string }) => `${locale} ${timeZone}`,
  ({ locale, timeZone }) => {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(knownLocale(locale), { ...options, timeZone: knownZone(timeZone) });
    return {
      time: format({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }),
      second: format({ timeStyle: 'long' }),
      minute: format({ timeStyle: 'short' }),
      clock: format({ timeStyle: 'medium' }),
    };
  },
);

/** Writes dates as ISO 8601 does, which is how they are written in Sweden. */
const isoDates = memoize(
  (timeZone: string) => timeZone,
  timeZone => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: knownZone(timeZone) }),
);

/** The date of a time in a time zone: `2027-01-31`. */
export const dateOf = (time: string | Date, timeZone: string): string =>
  isoDates(timeZone).format(new Date(time));

const yearOf = (date: string) => Number(date.slice(0, 4));

/** The name of a date for a list: with its year only if that is not `thisYear`. */
function shortName(date: string, locale: string, thisYear: number): string {
  const { short, withYear } = dayNames({ date, locale });
  return yearOf(date) === thisYear ? short : withYear;
}

/** A date as a day: `31 January 2027`. A timestamp's is that in UTC. */
export const day = (date: string, locale = 'en-GB'): string => dayNames({ date, locale }).full;

/** A date as a day, in short and with its year: `31 Jan 2027`. */
export const shortDate = (date: string, locale = 'en-GB'): string => dayNames({ date, locale }).withYear;

/** A period of days, both included, in short: `1–28 Oct 2026`. */
export const period = (from: string, until: string, locale = 'en-GB'): string =>
  dayFormats(locale).withYear.formatRange(new Date(from), new Date(until));

/** The day of a timestamp, in a time zone: `31 January 2027`. */
export const dayOf = (timestamp: string, locale = 'en-GB', timeZone = 'UTC'): string =>
  day(dateOf(timestamp, timeZone), locale);

/** A timestamp to the minute, in a time zone: `31 January 2027, 09:05 UTC`. */
export const moment = (timestamp: string, locale = 'en-GB', timeZone = 'UTC'): string =>
  `${dayOf(timestamp, locale, timeZone)}, ${moments({ locale, timeZone }).time.format(new Date(timestamp))}`;

/** A timestamp to the second, in a time zone: `31 January 2027, 09:05:07 UTC`. */
export const exactMoment = (timestamp: string, locale = 'en-GB', timeZone = 'UTC'): string =>
  `${dayOf(timestamp, locale, timeZone)}, ${moments({ locale, timeZone }).second.format(new Date(timestamp))}`;

/**
 * A timestamp to the second for a list, in a time zone: `Today 09:05:07`, `31 Jan, 09:05:07`, and with its year only if
 * that is not the year of `now`.
 */
export function shortMoment(timestamp: string, locale = 'en-GB', timeZone = 'UTC', now = new Date()): string {
  const time = new Date(timestamp);
  const [date, today] = [dateOf(time, timeZone), dateOf(now, timeZone)];
  const clock = moments({ locale, timeZone }).clock.format(time);
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
  if (date === today) return `Today ${moments({ locale, timeZone }).minute.format(time)}`;
  return shortName(date, locale, yearOf(today));
}

const weekdayNames = memoize(
  (locale: string) => locale,
  locale => ({
    short: dateFormat(locale, { weekday: 'short' }),
    full: dateFormat(locale, { dateStyle: 'full' }),
  }),
);

/** The day of the week of a date: short, `Sun`, or with the date in full, `Sunday, 31 January 2027`. */
export const weekday = (date: string, length: 'short' | 'full', locale = 'en-GB'): string =>
  weekdayNames(locale)[length].format(new Date(date));

const monthNames = memoize(
  ({ length, locale }: { length: 'long' | 'short'; locale: string }) => `${length} ${locale}`,
  ({ length, locale }) =>
    dateFormat(locale, { month: length, ...(length === 'long' && { year: 'numeric' }) }),
);

/** The month of a date: long with its year, `January 2027`, or short without, `Jan`. */
export const monthName = (date: string, length: 'long' | 'short', locale = 'en-GB'): string =>
  monthNames({ length, locale }).format(new Date(date));

/** Writes the hour of a time, for the axis of a chart: `3 PM` or `15`. */
export function hourNames(locale: string, timeZone: string): (timestamp: string) => string {
  const format = new Intl.DateTimeFormat(knownLocale(locale), { hour: 'numeric', timeZone });
  return timestamp => format.format(new Date(timestamp));
}
