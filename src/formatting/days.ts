import { memoize } from '../concurrency/memoize.ts';
import { knownLocale, knownZone } from './locale.ts';

const days = memoize(
  (locale: string) => locale,
  locale => new Intl.DateTimeFormat(knownLocale(locale), { dateStyle: 'long', timeZone: 'UTC' }),
);
const moments = memoize(
  ({ locale, timeZone }: { locale: string; timeZone: string }) => `${locale} ${timeZone}`,
  ({ locale, timeZone }) => {
    const zone = { timeZone: knownZone(timeZone) };
    return {
      day: new Intl.DateTimeFormat(knownLocale(locale), { dateStyle: 'long', ...zone }),
      time: new Intl.DateTimeFormat(knownLocale(locale), {
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
        ...zone,
      }),
      second: new Intl.DateTimeFormat(knownLocale(locale), { timeStyle: 'long', ...zone }),
      minute: new Intl.DateTimeFormat(knownLocale(locale), { timeStyle: 'short', ...zone }),
      clock: new Intl.DateTimeFormat(knownLocale(locale), { timeStyle: 'medium', ...zone }),
      shortDay: new Intl.DateTimeFormat(knownLocale(locale), { day: 'numeric', month: 'short', ...zone }),
      mediumDay: new Intl.DateTimeFormat(knownLocale(locale), { dateStyle: 'medium', ...zone }),
    };
  },
);

const years = memoize(
  (timeZone: string) => timeZone,
  timeZone => new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: knownZone(timeZone) }),
);
const yearOf = (date: Date, timeZone: string) => years(timeZone).format(date);

/** A date as a day: `31 January 2027`. A timestamp's is that in UTC. */
export const day = (date: string, locale = 'en-GB'): string => days(locale).format(new Date(date));

/** A timestamp to the minute, in a time zone: `31 January 2027, 09:05 UTC`. */
export function moment(timestamp: string, locale = 'en-GB', timeZone = 'UTC'): string {
  const date = new Date(timestamp);
  const { day, time } = moments({ locale, timeZone });
  return `${day.format(date)}, ${time.format(date)}`;
}

/** A timestamp to the second, in a time zone: `31 January 2027, 09:05:07 UTC`. */
export function exactMoment(timestamp: string, locale = 'en-GB', timeZone = 'UTC'): string {
  const date = new Date(timestamp);
  const { day, second } = moments({ locale, timeZone });
  return `${day.format(date)}, ${second.format(date)}`;
}

/**
 * A timestamp to the second for a list, in a time zone: `Today 09:05:07`, `31 Jan, 09:05:07`, and with its year only if
 * that is not the year of `now`.
 */
export function shortMoment(timestamp: string, locale = 'en-GB', timeZone = 'UTC', now = new Date()): string {
  const date = new Date(timestamp);
  const { day, clock, shortDay, mediumDay } = moments({ locale, timeZone });
  const time = clock.format(date);
  if (day.format(date) === day.format(now)) return `Today ${time}`;
  const isThisYear = yearOf(date, timeZone) === yearOf(now, timeZone);
  return `${(isThisYear ? shortDay : mediumDay).format(date)}, ${time}`;
}

/**
 * A date or timestamp as a day for a list, in a time zone: `31 Jan`, and with its year only if that is not the year of `now`.
 * A date is the same day in every time zone: give `UTC`.
 */
export function shortDay(time: string, locale = 'en-GB', timeZone = 'UTC', now = new Date()): string {
  const date = new Date(time);
  const { shortDay, mediumDay } = moments({ locale, timeZone });
  return (yearOf(date, timeZone) === yearOf(now, timeZone) ? shortDay : mediumDay).format(date);
}

/**
 * A timestamp as people scan it in a list, in a time zone: `Today 09:05`, `31 Jan`, and with its year only if that is not
 * the year of `now`.
 */
export function briefMoment(timestamp: string, locale = 'en-GB', timeZone = 'UTC', now = new Date()): string {
  const date = new Date(timestamp);
  const { day, minute, shortDay, mediumDay } = moments({ locale, timeZone });
  if (day.format(date) === day.format(now)) return `Today ${minute.format(date)}`;
  return (yearOf(date, timeZone) === yearOf(now, timeZone) ? shortDay : mediumDay).format(date);
}

/** The day of a timestamp, in a time zone: `31 January 2027`. */
export const dayOf = (timestamp: string, locale = 'en-GB', timeZone = 'UTC'): string =>
  moments({ locale, timeZone }).day.format(new Date(timestamp));

const monthNames = memoize(
  ({ length, locale }: { length: 'long' | 'short'; locale: string }) => `${length} ${locale}`,
  ({ length, locale }) =>
    new Intl.DateTimeFormat(knownLocale(locale), {
      month: length,
      ...(length === 'long' && { year: 'numeric' }),
      timeZone: 'UTC',
    }),
);

/** The month of a date: long with its year, `January 2027`, or short without, `Jan`. */
export const monthName = (date: string, length: 'long' | 'short', locale = 'en-GB'): string =>
  monthNames({ length, locale }).format(new Date(date));

/** Writes the hour of a time, for the axis of a chart: `3 PM` or `15`. */
export function hourNames(locale: string, timeZone: string): (timestamp: string) => string {
  const format = new Intl.DateTimeFormat(knownLocale(locale), { hour: 'numeric', timeZone });
  return timestamp => format.format(new Date(timestamp));
}
