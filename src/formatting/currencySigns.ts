import countryToCurrency from 'country-to-currency';
import { memoize } from '../concurrency/memoize.ts';
import { knownLocale } from './locale.ts';

const currencies: Record<string, string | undefined> = countryToCurrency;

/** The sign of a currency; a full-width one counts as the usual one. */
const signOf = memoize(
  ({ locale, currency, display }: { locale: string; currency: string; display: 'symbol' | 'narrowSymbol' }) =>
    `${locale} ${currency} ${display}`,
  ({ locale, currency, display }) =>
    new Intl.NumberFormat(knownLocale(locale), { style: 'currency', currency, currencyDisplay: display })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')!
      .value.normalize('NFKC'),
);

const narrow = (currency: string) => signOf({ locale: 'en', currency, display: 'narrowSymbol' });

let shared: ReadonlySet<string> | undefined;

/** The signs that several currencies share, such as $ and kr. */
const sharedSigns = (): ReadonlySet<string> => {
  if (shared === undefined) {
    const signs = [...new Set(Object.values(currencies))].map(currency => narrow(currency!));
    shared = new Set(signs.filter((sign, at) => signs.indexOf(sign) !== at));
  }
  return shared;
};

/**
 * Whether someone in one of the countries could take a currency's sign in a locale for that of another currency: several have
 * the sign, and in the country it is that of its own currency, or not the one for which it stands in the world ($ for USD).
 */
export function isUnclearSign(currency: string, locale: string, countries: readonly string[]): boolean {
  if (countries.every(country => (currencies[country] ?? currency) === currency)) return false;
  const sign = signOf({ locale, currency, display: 'symbol' });
  if (sign === currency || !sharedSigns().has(sign)) return false;
  return countries.some(country => {
    const own = currencies[country];
    if (own === undefined || own === currency) return false;
    return narrow(own) === sign || signOf({ locale: 'en', currency, display: 'symbol' }) !== sign;
  });
}
