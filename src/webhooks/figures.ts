// ISO 4217's minor units that are not hundredths. Intl does not know them: its digits follow custom (no
// filler for the forint, whose amounts are hundredths all the same), and change with its version.
const whole = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ');
const thousandths = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');
const tenThousandths = ['CLF', 'UYW'];

function digitsOf(currency: string): number {
  if (whole.includes(currency)) return 0;
  if (thousandths.includes(currency)) return 3;
  return tenThousandths.includes(currency) ? 4 : 2;
}

/** An amount in minor units as a person reads it: `$8,400.00`, `KWD 8,400.500`. Exact for every integer. */
export function amount(minorUnits: number, currency: string): string {
  const digits = digitsOf(currency);
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // As decimal text, because a division would leave the integers. The space that does not break is an
  // ordinary one here, so that who searches the channel for "KWD 8" finds it.
  return format.format(`${minorUnits}E-${digits}` as `${number}`).replace('\u00a0', ' ');
}

const longDate = { dateStyle: 'long', timeZone: 'UTC' } as const;
const days = new Intl.DateTimeFormat('en-GB', longDate);
const times = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });

/** A date or timestamp as a day: `31 January 2027`. */
export const day = (date: string): string => days.format(new Date(date));

/** A timestamp to the minute: `31 January 2027, 09:05 UTC`. */
export const moment = (timestamp: string): string =>
  `${day(timestamp)}, ${times.format(new Date(timestamp))} UTC`;

/** A number of things: `1 day`, `3 days`. */
export const counted = (number: number, thing: string): string =>
  `${number.toLocaleString('en-US')} ${thing}${number === 1 ? '' : 's'}`;
