import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { cityMapping } from 'city-timezones';
import fc from 'fast-check';
import { countryChoices, timeZoneChoices } from '../../src/formatting/choices.ts';
import { mainZoneOf, zonesOfCountry } from '../../src/formatting/countries.ts';
import {
  amount,
  count,
  counted,
  day,
  dayOf,
  duration,
  exactMoment,
  fixed,
  fullStopAfter,
  knownLocale,
  moment,
  percent,
  shortDay,
  shortMoment,
  stopwatch,
} from '../../src/formatting/index.ts';

test('amounts have the minor unit of their currency, also if it is no longer used in practice or unknown', t => {
  t.is(amount(840_000, 'USD'), '$8,400.00');
  t.is(amount(5, 'EUR'), '€0.05');
  t.is(amount(0, 'GBP'), '£0.00');
  t.is(amount(840_000, 'JPY'), '¥840,000');
  t.is(amount(8_400_500, 'KWD'), 'KWD 8,400.500');
  t.is(amount(84_000_000, 'CLF'), 'CLF 8,400.0000');
  t.is(amount(-250, 'USD'), '-$2.50');
  t.is(amount(840_000, 'HUF'), 'HUF 8,400.00');
  t.is(amount(840_000, 'IDR'), 'IDR 8,400.00');
  t.is(amount(8_400_000, 'IQD'), 'IQD 8,400.000');
  t.is(amount(840_000, 'ZZQ'), 'ZZQ 8,400.00');
});

test('an amount has its currency’s code where a reader could take the sign for another currency', t => {
  const read = (currency: string, locale: string, ...countries: string[]) =>
    amount(105_000, currency, locale, 0, countries).replace(/\s/g, ' ');
  t.is(read('CAD', 'en-CA', 'CA', 'CA'), '$1,050.00');
  t.is(read('CAD', 'en-CA', 'CA', 'US'), 'CAD 1,050.00');
  t.is(read('CAD', 'fr-CA', 'CA', 'FR'), '1 050,00 CAD');
  t.is(read('AUD', 'en-AU', 'AU', 'NZ'), 'AUD 1,050.00');
  t.is(read('USD', 'en-US', 'US', 'CA'), 'USD 1,050.00');
  t.is(read('USD', 'en-US', 'US', 'DE'), '$1,050.00');
  t.is(read('CAD', 'en-US', 'US', 'CA'), 'CA$1,050.00');
  t.is(read('SEK', 'sv-SE', 'SE', 'NO'), '1 050,00 SEK');
  t.is(read('JPY', 'ja-JP', 'JP', 'CN'), 'JPY 105,000');
  t.is(read('EUR', 'de-DE', 'DE', 'US'), '1.050,00 €');
  t.is(read('PLN', 'pl-PL', 'PL', 'DE'), '1 050,00 zł');
  t.is(read('EUR', 'es-ES', 'ES', 'FR'), '1.050,00 €');
  t.is(read('CAD', 'en-CA', 'CA', 'XX'), '$1,050.00');
});

test('a locale is made canonical, and an unknown one is en-US, whatever the process’s own locale is', t => {
  for (const locale of ['xx', 'xx-YY', 'not a locale', '']) t.is(knownLocale(locale), 'en-US');
  for (const locale of ['de-DE', 'pt-BR', 'ar-EG-u-nu-arab']) t.is(knownLocale(locale), locale);
  t.is(knownLocale('iw-IL'), 'he-IL');
  t.is(knownLocale('DE-de'), 'de-DE');
});

test('a formatter never throws, whatever the locale and time zone', t => {
  for (const given of ['', 'not a locale', 'de_DE', 'en-US-', '🙂', 'x'.repeat(300)]) {
    t.is(amount(123_456, 'USD', given), '$1,234.56');
    t.is(day('2027-01-31', given), 'January 31, 2027');
    t.is(moment('2027-01-31T23:30:00.000Z', given, given), 'January 31, 2027, 11:30 PM UTC');
    t.is(dayOf('2027-01-31T23:30:00.000Z', given, given), 'January 31, 2027');
    t.is(count(1234, given), '1,234');
    t.is(fixed(123_456, 2, given), '1,234.56');
    t.is(percent(770, given), '7.7%');
    t.is(counted(1234, 'day', given), '1,234 days');
    t.is(duration(74_070, given), '1,234 h 30 min');
  }
});

test('hours and minutes use the digits and groups of the locale', t => {
  t.is(duration(74_070, 'de-DE'), '1.234 h 30 min');
  t.is(duration(0, 'en-GB'), '0 min');
  t.is(duration(60, 'en-GB'), '1 h');
  t.deepEqual([0, 59, 60, 57_609].map(stopwatch), ['0:00:00', '0:00:59', '0:01:00', '16:00:09']);
  t.is(duration(90, 'ar-EG'), '١ h ٣٠ min');
});

test('only src/formatting formats values for people', t => {
  const cwd = join(import.meta.dirname, '../..');
  const formats = /\bIntl\b|\.toLocale\w+|\.localeCompare\b|\.to(?:Date|Time|UTC|GMT)String\b/;
  // The browser's own time zone is read, not formatted.
  const reads = 'Intl.DateTimeFormat().resolvedOptions().timeZone';
  const formatting = globSync('{src,tasks}/**/*.{ts,js}', { cwd }).filter(path =>
    formats.test(readFileSync(join(cwd, path), 'utf8').replace(reads, '')),
  );
  t.true(formatting.length > 3);
  t.deepEqual(
    formatting.filter(path => !path.startsWith('src/formatting/')),
    [],
  );
});

test('an amount never loses a unit, however large', t => {
  t.is(amount(9_999_999_999_999, 'USD'), '$99,999,999,999.99');
  t.is(amount(Number.MAX_SAFE_INTEGER, 'USD'), '$90,071,992,547,409.91');
  const codes = fc.stringMatching(/^[A-Z]{3}$/);
  fc.assert(
    fc.property(fc.maxSafeNat(), codes, (units, currency) => {
      const digits = amount(units, currency).replaceAll(/\D/g, '');
      return BigInt(digits) === BigInt(units);
    }),
  );
});

test('dates are days and times in UTC or the reader’s time zone, from the first year to the last', t => {
  t.is(day('2027-01-31'), '31 January 2027');
  t.is(day('9999-12-31'), '31 December 9999');
  t.is(day('0001-01-01'), '1 January 1');
  t.is(moment('2027-01-31T23:59:59.999Z'), '31 January 2027, 23:59 UTC');
  t.is(moment('2027-01-31T00:05:00.000Z'), '31 January 2027, 00:05 UTC');
  t.is(moment('2027-01-31T00:05:00.000Z', 'en-US', 'America/New_York'), 'January 30, 2027, 7:05 PM EST');
  t.is(dayOf('2027-01-31T23:30:00.000Z'), '31 January 2027');
  t.is(dayOf('2027-01-31T23:30:00.000Z', 'en-US', 'Europe/Berlin'), 'February 1, 2027');
  t.is(exactMoment('2027-01-31T23:30:07Z', 'en-US', 'Europe/Berlin'), 'February 1, 2027, 12:30:07 AM GMT+1');
  t.is(exactMoment('2027-01-31T09:05:07Z'), '31 January 2027, 09:05:07 UTC');
});

test('numbers of many digits and rates are written as in their locale', t => {
  t.is(fixed(1250, 2), '12.5');
  t.is(fixed(100, 2), '1');
  t.is(fixed(1_234_567, 2, 'de-DE'), '12.345,67');
  t.is(percent(2000), '20%');
  t.is(percent(770, 'de-DE'), '7,7\u00a0%');
  t.is(percent(825, 'fr-FR'), '8,25\u00a0%');
});

test('the day of a time is the one that Intl gives in its time zone', t => {
  const [min, max] = [new Date('1975-01-01'), new Date('2200-01-01')];
  const timestamps = fc.date({ min, max, noInvalidDate: true });
  const zones = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati');
  const locales = fc.constantFrom('en-US', 'de-DE', 'fa-IR', 'th-TH', 'ar-EG');
  fc.assert(
    fc.property(timestamps, zones, locales, (time, timeZone, locale) => {
      const expected = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(time);
      t.is(dayOf(time.toISOString(), locale, timeZone), expected);
    }),
  );
});

test('a day in a list has its year only if that is not the present year', t => {
  const now = new Date('2027-06-30T12:00:00Z');
  t.is(shortDay('2027-01-31', 'en-US', now), 'Jan 31');
  t.is(shortDay('2026-12-31', 'en-US', now), 'Dec 31, 2026');
  t.is(shortDay('2028-01-01', 'en-GB', now), '1 Jan 2028');
});

test('a time in a list leaves out today and the present year of the time zone', t => {
  const now = new Date('2027-01-01T00:30:00Z');
  const short = (time: string, zone?: string) => shortMoment(time, 'en-GB', zone, now);
  t.is(short('2027-01-01T00:05:07Z'), 'Today 00:05:07');
  t.is(short('2027-01-31T09:05:07Z'), '31 Jan, 09:05:07');
  t.is(short('2026-12-31T09:05:07Z'), '31 Dec 2026, 09:05:07');
  t.is(short('2026-12-31T09:05:07Z', 'America/New_York'), 'Today 04:05:07');
  t.is(short('2026-12-30T09:05:07Z', 'America/New_York'), '30 Dec, 04:05:07');
});

test('the time zone of a country is where most people in its cities live', t => {
  const nameOf = (timeZone: string) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  const chosen = new Set(timeZoneChoices.map(([zone]) => zone));
  for (const [code] of countryChoices) {
    const zones = zonesOfCountry(code);
    if (zones.length < 2) continue;
    const people = new Map<string, number>();
    for (const { iso2, pop, timezone } of cityMapping)
      if (iso2 === code && timezone) {
        const zone = nameOf(timezone);
        people.set(zone, (people.get(zone) ?? 0) + pop);
      }
    const peopleIn = (zone: string) => people.get(nameOf(zone)) ?? 0;
    const main = zones.reduce((most, zone) => (peopleIn(zone) > peopleIn(most) ? zone : most));
    t.is(mainZoneOf(code), main, code);
    t.true(chosen.has(main), main);
  }
  t.is(mainZoneOf('US'), 'America/New_York');
});

test('a sentence that ends with a date has one full stop', t => {
  const ends = (locale: string) => {
    const text = shortDay('2026-11-29', locale, new Date('2026-11-30'));
    return `${text}${fullStopAfter(text)}`;
  };
  t.deepEqual(['de-DE', 'en-US', 'hu-HU'].map(ends), ['29. Nov.', 'Nov 29.', 'nov. 29.']);
});
