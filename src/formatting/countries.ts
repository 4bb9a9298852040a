import countryToCurrency from 'country-to-currency';
import { memoize } from '../concurrency/memoize.ts';

const collator = new Intl.Collator('en');
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The English name of a country, by its ISO 3166 code of two letters; undefined if it has none. */
export const countryName = (code: string): string | undefined => names.of(code);

/** Whether this is the code of a country that has a name and a currency. */
export const isCountry = (code: string): boolean =>
  Object.hasOwn(countryToCurrency, code) && countryName(code) !== undefined;

const namesIn = memoize(
  String,
  (language: string) => new Intl.DisplayNames(language, { type: 'region', fallback: 'code' }),
);

/** The name of a country in a language; its code if it has none. */
export const countryNameIn = (code: string, language: string): string => namesIn(language).of(code)!;

/** The time zones of a country, which may be none. */
export const zonesOfCountry = (code: string): string[] =>
  new Intl.Locale('und', { region: code }).getTimeZones() ?? [];

/** The locale of most people in a country: `de-DE`. */
export const localeOfCountry = (code: string): string =>
  `${new Intl.Locale('und', { region: code }).maximize().language}-${code}`;

/** Sorts by name, as people in English do. */
export const byName = ([, one]: readonly [string, string], [, other]: readonly [string, string]): number =>
  collator.compare(one, other);

/** What people call countries besides their names. */
const shortNames = new Map([
  ['usa', 'US'],
  ['u.s.a.', 'US'],
  ['uk', 'GB'],
  ['great britain', 'GB'],
  ['england', 'GB'],
  ['holland', 'NL'],
]);

/** The codes of countries by their names in some languages, in lower case. */
const codesByName = memoize(String, () => {
  const named = ['en', 'de', 'fr', 'nl', 'es', 'it'].map(
    language => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  );
  const codes = Object.keys(countryToCurrency);
  return new Map([
    ...codes
      .toReversed()
      .flatMap(code => named.map(names => [names.of(code)?.toLowerCase() ?? code, code] as const)),
    ...shortNames,
  ]);
});

/** The code of the country with this name in one of some languages, or with this code; undefined if there is none. */
export const countryNamed = (text: string): string | undefined =>
  Object.hasOwn(countryToCurrency, text) ? text : codesByName('').get(text.toLowerCase());
