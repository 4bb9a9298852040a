import { remembered } from './remembered.ts';

// ISO 4217's minor units that are not hundredths. Intl does not know them: its digits follow custom (no
// filler for the forint, whose amounts are hundredths all the same), and change with its version.
const whole = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ');
const thousandths = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');
const tenThousandths = ['CLF', 'UYW'];

/** How many digits an amount in the currency has after the point: 2 for USD, 0 for JPY. */
export function digitsOf(currency: string): number {
  if (whole.includes(currency)) return 0;
  if (thousandths.includes(currency)) return 3;
  return tenThousandths.includes(currency) ? 4 : 2;
}

/** Remembered, because making a formatter costs seven times what using it costs. */
const amounts = remembered(
  ({ currency, locale }: { currency: string; locale: string }) => `${currency} ${locale}`,
  ({ currency, locale }) => {
    const digits = digitsOf(currency);
    return new Intl.NumberFormat(knownLocale(locale), {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  },
);

/** An amount in minor units as a person reads it: `$8,400.00`, `KWD 8,400.500`. Exact for every integer. */
export function amount(minorUnits: number, currency: string, locale = 'en-US'): string {
  // As decimal text, because a division would leave the integers. The space that does not break is an
  // ordinary one here, so that who searches the channel for "KWD 8" finds it.
  return amounts({ currency, locale })
    .format(`${minorUnits}E-${digitsOf(currency)}` as `${number}`)
    .replaceAll('\u00a0', ' ');
}

/** What people write for a currency: its code, and its signs in the locale and in English. */
export const currencyNames = remembered(
  ({ currency, locale }: { currency: string; locale: string }) => `${currency} ${locale}`,
  ({ currency, locale }): string[] => {
    const signs = ['en', knownLocale(locale)].flatMap(place =>
      (['symbol', 'narrowSymbol'] as const).flatMap(currencyDisplay =>
        new Intl.NumberFormat(place, { style: 'currency', currency, currencyDisplay })
          .formatToParts(0)
          .filter(({ type }) => type === 'currency')
          .map(({ value }) => value),
      ),
    );
    return [currency, ...signs];
  },
);

/**
 * The locale, or en-US where this machine does not know it. Intl would write an unknown one as the process's own
 * environment says.
 */
export const knownLocale = (locale: string) =>
  holds(() => Intl.NumberFormat.supportedLocalesOf(locale).length > 0) ? locale : 'en-US';
const knownZone = (timeZone: string) =>
  holds(() => new Intl.DateTimeFormat('en-US', { timeZone }) !== undefined) ? timeZone : 'UTC';

/** Whether it is so; what throws is not. */
function holds(test: () => boolean): boolean {
  try {
    return test();
  } catch {
    return false;
  }
}

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

const numbers = remembered(
  (locale: string) => locale,
  locale => new Intl.NumberFormat(knownLocale(locale), { maximumFractionDigits: 4 }),
);

/** An integer of so many digits after the point, as a person reads it: 1250 with two is `12.5`. */
export const fixed = (integer: number, digits: number, locale = 'en-US'): string =>
  numbers(locale).format(`${integer}E-${digits}` as `${number}`);

const percents = remembered(
  (locale: string) => locale,
  locale => new Intl.NumberFormat(knownLocale(locale), { style: 'percent', maximumFractionDigits: 2 }),
);

/** Basis points as a person reads them: 2000 is `20%`, or `20 %` where that is how it is written. */
export const percent = (bps: number, locale = 'en-US'): string =>
  percents(locale).format(`${bps}E-4` as `${number}`);

/** A number of things: `1 day`, `3 days`. */
export const counted = (number: number, thing: string): string =>
  `${number.toLocaleString('en-US')} ${thing}${number === 1 ? '' : 's'}`;
