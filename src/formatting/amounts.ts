import { memoize } from '../concurrency/memoize.ts';
import { isUnclearSign } from './currencySigns.ts';
import { knownLocale } from './locale.ts';

// ISO 4217's minor units that are not hundredths. Intl does not know them: its digits follow custom (no
// filler for the forint, whose amounts are hundredths all the same), and change with its version.
/** These currencies, by how many digits their amounts have after the point. */
export const unusualDigits: ReadonlyMap<number, readonly string[]> = new Map([
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ')],
  [3, 'BHD IQD JOD KWD LYD OMR TND'.split(' ')],
  [4, ['CLF', 'UYW']],
]);
/** How many digits amounts of all other currencies have after the point. */
export const usualDigits = 2;

const digitsByCurrency = new Map(
  [...unusualDigits].flatMap(([digits, currencies]) => currencies.map(currency => [currency, digits])),
);

/** How many digits an amount in the currency has after the point: 2 for USD, 0 for JPY. */
export const digitsOf = (currency: string): number => digitsByCurrency.get(currency) ?? usualDigits;

/** Remembered, because making a formatter costs seven times what using it costs. */
const amounts = memoize(
  ({
    currency,
    locale,
    digits,
    hasCode,
  }: {
    currency: string;
    locale: string;
    digits: number;
    hasCode: boolean;
  }) => `${currency} ${locale} ${digits} ${hasCode}`,
  ({ currency, locale, digits, hasCode }) =>
    new Intl.NumberFormat(knownLocale(locale), {
      style: 'currency',
      currency,
      currencyDisplay: hasCode ? 'code' : 'symbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      // Also where running text has no sign in four digits, as in Spanish, because amounts stand below each other.
      useGrouping: 'always',
    }),
);

/**
 * An amount in minor units as a person reads it: `$8,400.00`, `KWD 8,400.500`. Exact for every integer. `moreDigits`: of
 * how many further digits it is an integer, as for a price of `$84.034`. `countries`: those of its readers, if they aren't all in
 * the locale's; where one could take the sign for another currency, the currency's code takes its place: `CAD 1,050.00`.
 */
export function amount(
  minorUnits: number | bigint,
  currency: string,
  locale = 'en-US',
  moreDigits = 0,
  countries: readonly string[] = [],
): string {
  const digits = digitsOf(currency) + moreDigits;
  // As decimal text, because a division would leave the integers. The space that does not break is an
  // ordinary one here, so that who searches the channel for "KWD 8" finds it.
  const hasCode = isUnclearSign(currency, locale, countries);
  return amounts({ currency, locale, digits, hasCode })
    .format(`${minorUnits}E-${digits}` as `${number}`)
    .replaceAll('\u00a0', ' ');
}

const compactAmounts = memoize(
  ({ currency, locale }: { currency: string; locale: string }) => `${currency} ${locale}`,
  ({ currency, locale }) =>
    new Intl.NumberFormat(knownLocale(locale), {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      notation: 'compact',
      minimumFractionDigits: 0,
      maximumFractionDigits: 1,
    }),
);

/** An amount in minor units, rounded, for the axis of a chart: `$8.4K`. */
export const compactAmount = (minorUnits: number, currency: string, locale = 'en-US'): string =>
  compactAmounts({ currency, locale })
    .format(`${Math.round(minorUnits)}E-${digitsOf(currency)}` as `${number}`)
    .replaceAll('\u00a0', ' ');

const plainNumbers = memoize(
  String,
  (digits: number) =>
    new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

/** An amount in minor units without its currency, with a number of digits after the point: `8,400.00`. */
export const amountInDigits = (minorUnits: bigint, digits: number): string =>
  plainNumbers(digits).format(`${minorUnits}E-${digits}` as `${number}`);

/** The ways to write a currency: its code, and its signs in the locale and in English. */
export const currencyNames = memoize(
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
