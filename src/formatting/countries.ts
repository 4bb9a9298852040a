import { createRequire } from 'node:module';
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

/** Where most people live, of the countries whose first zone has fewer: by the cities of city-timezones (formatting.test.ts). */
const mainZones: Readonly<Record<string, string>> = {
  AR: 'America/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CL: 'America/Santiago',
  CY: 'Asia/Nicosia',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Ponape',
  GL: 'America/Godthab',
  KI: 'Pacific/Tarawa',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
};

/** The time zone of most people in a country; undefined if it has none. */
export const mainZoneOf = (code: string): string | undefined => mainZones[code] ?? zonesOfCountry(code)[0];

/** The locale of most people in a country: `de-DE`. */
export const localeOfCountry = (code: string): string =>
  `${new Intl.Locale('und', { region: code }).maximize().language}-${code}`;

/** Sorts by name, as people in English do. */
export const byName = ([, one]: readonly [string, string], [, other]: readonly [string, string]): number =>
  collator.compare(one, other);

/** The codes and names of countries that no list has: former ones, parts of a country, those of the European Union and of post. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  AT: ['A', 'Oesterreich'],
  BA: ['Bosnia'],
  CD: ['DR Congo', 'DRC'],
  CG: ['Congo'],
  CH: ['Confoederatio Helvetica'],
  CN: ['PR China'],
  CZ: ['Ceska republika'],
  DE: ['D', 'BRD', 'Bundesrepublik Deutschland'],
  FR: ['F'],
  GB: [
    'UK',
    'Great Britain',
    'Britain',
    'England',
    'Scotland',
    'Wales',
    'Northern Ireland',
    'United Kingdom of Great Britain and Northern Ireland',
  ],
  GR: ['EL', 'Hellas'],
  HK: ['Hong Kong', 'Hong Kong SAR'],
  IE: ['Eire'],
  IT: ['I'],
  KR: ['Korea', 'South Korea'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  MO: ['Macau', 'Macao'],
  NL: ['Holland'],
  SA: ['KSA'],
  SK: ['Slovak Republic'],
  SZ: ['Swaziland'],
  TW: ['Republic of China'],
  US: ['America', 'US of A'],
  VA: ['Vatican'],
  ZA: ['RSA'],
};

/** The languages in which people name countries: those of most of Europe and the Americas. */
const namingLanguages = 'en de fr nl es it pt da sv nb fi pl cs hu'.split(' ');

/** Words that are in some forms of a name only: the Republic of Ireland. */
const filler = /\b(?:the|of|and|republic|kingdom|federal|islamic|peoples)\b/g;

/** A name of a country without case, accents and punctuation. */
const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}.'’]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The longest name of a country that is looked for. */
const maxNameLength = 100;

/** The countries by their codes of three letters, and by all of their names, folded. Made once a name is looked for. */
const countryIndex = memoize(String, () => {
  const load = createRequire(import.meta.url);
  const listed: { countries: Record<string, string | string[]> } = load('i18n-iso-countries/langs/en.json');
  const codes = (load('i18n-iso-countries/codes.json') as [string, string][]).filter(([code]) =>
    isCountry(code),
  );
  const named = namingLanguages.map(
    language => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  );
  const all = [
    ...Object.entries(otherNames),
    ...Object.keys(countryToCurrency).map(
      code =>
        [code, [...named.map(names => names.of(code) ?? []), listed.countries[code] ?? []].flat()] as const,
    ),
  ].flatMap(([code, names]) => names.map(name => [folded(name), code] as const));
  const byFolded = new Map<string, string>();
  for (const shorten of [same, withoutFiller])
    for (const [name, code] of all) if (!byFolded.has(shorten(name))) byFolded.set(shorten(name), code);
  return { byFolded, byThree: new Map(codes.map(([two, three]) => [three, two])) };
});

const same = (name: string) => name;
const withoutFiller = (name: string): string => name.replace(filler, '').replace(/ +/g, ' ').trim();

/**
 * The code of the country that is meant by a code of two or three letters, or by a name in one of many languages; undefined if
 * there is none.
 */
export function countryNamed(text: string): string | undefined {
  if (text.length > maxNameLength) return undefined;
  if (Object.hasOwn(countryToCurrency, text)) return text;
  const { byFolded, byThree } = countryIndex('');
  const name = folded(text);
  return byThree.get(text) ?? byFolded.get(name) ?? byFolded.get(withoutFiller(name));
}
