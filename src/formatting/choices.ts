import countryToCurrency from 'country-to-currency';
import { byName, countryName, localeOfCountry } from './countries.ts';

// The lists from which people choose, each value with its English name.

export type Choices = readonly (readonly [value: string, name: string])[];

type CountryCode = keyof typeof countryToCurrency;
const codes = Object.keys(countryToCurrency) as CountryCode[];

/** The countries that have a name, by name; not former ones, whose name is that of the country that they are now. */
export const countryChoices: readonly (readonly [code: CountryCode, name: string])[] = codes
  .filter(code => new Intl.Locale('und', { region: code }).region === code)
  .flatMap((code): [CountryCode, string][] => {
    const name = countryName(code);
    return name === undefined ? [] : [[code, name]];
  })
  .sort(byName);

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' });

/** The currencies of all countries, by code. */
export const currencyChoices: Choices = [...new Set(Object.values(countryToCurrency))]
  .sort()
  .map(code => [code, `${code} · ${currencyNames.of(code)}`]);

/** The time zones that both Intl and sql/functions/checks/check_time_zone.sql know, by name. */
export const timeZoneChoices: Choices = ['UTC', ...Intl.supportedValuesOf('timeZone')]
  .filter(
    (zone, at, all) => /^(?:UTC|[A-Z][A-Za-z_]+(?:\/[A-Za-z_-]+)+)$/.test(zone) && all.indexOf(zone) === at,
  )
  .map(zone => [zone, zone.replaceAll('_', ' ')]);

const languageNames = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });

/** Countries in which many people use another language than most do. */
const moreLocales = [
  ...['de-CH', 'fr-CH', 'it-CH', 'nl-BE', 'fr-BE', 'de-BE', 'fr-LU', 'de-LU', 'en-CA', 'fr-CA', 'es-US'],
  ...['ca-ES', 'eu-ES', 'gl-ES', 'cy-GB', 'ga-IE', 'sv-FI', 'en-IN', 'en-DE', 'en-NL', 'en-SE', 'en-DK'],
];

/** The locale of most people in each country and some more, by language. */
export const localeChoices: Choices = [
  ...new Set([...countryChoices.map(([code]) => localeOfCountry(code)), ...moreLocales]),
]
  .map((locale): [string, string] => [locale, languageNames.of(locale) ?? locale])
  .sort(byName);
