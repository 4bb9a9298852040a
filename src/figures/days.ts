import { remembered } from '../remembered.ts';
import { knownLocale, knownZone } from './locale.ts';

const days = remembered(
  (locale: string) => locale,
  locale => new Intl.DateTimeFormat(knownLocale(locale), { dateStyle: 'long', timeZone: 'UTC' }),
);
const moments = remembered(
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
    };
  },
);

/** A date as a day: `31 January 2027`. A timestamp's is that in UTC. */
export const day = (date: string, locale = 'en-GB'): string => days(locale).format(new Date(date));

/** A timestamp to the minute, in a time zone: `31 January 2027, 09:05 UTC`. */
export function moment(timestamp: string, locale = 'en-GB', timeZone = 'UTC'): string {
  const date = new Date(timestamp);
  const { day, time } = moments({ locale, timeZone });
  return `${day.format(date)}, ${time.format(date)}`;
}

/** The day of a timestamp, in a time zone: `31 January 2027`. */
export const dayOf = (timestamp: string, locale = 'en-GB', timeZone = 'UTC'): string =>
  moments({ locale, timeZone }).day.format(new Date(timestamp));
