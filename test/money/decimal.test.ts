import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { z } from 'zod';
import { fieldsOf } from '../../src/console/forms/fields.ts';
import { filledIn, parseForm } from '../../src/console/forms/parseForm.ts';
import { digitsOf } from '../../src/formatting/index.ts';
import { amountPatterns } from '../../src/money/amountPatterns.ts';
import { decimal, parseDecimal } from '../../src/money/decimal.ts';

test('an amount is parsed exactly as people write it', t => {
  const written = ['8400.5', '8,400.50', '8.400,50', '8 400,50', "8'400.50"];
  for (const text of [...written, '$8,400.50', '8 400,50 €', 'USD 8400.50']) {
    t.is(parseDecimal(text, 2), 840_050, text);
  }
  t.is(parseDecimal('1,00,000', 2), 10_000_000);
  t.is(parseDecimal('1,234', 2), 123_400);
  t.is(parseDecimal('1.234', 3), 1_234);
  t.is(parseDecimal('1,234', 0), 1_234);
  t.is(parseDecimal('20 %', 2), 2_000);
  t.is(parseDecimal('-0.5', 1), -5);
});

test('a search is read as each amount that it may mean, in every notation', t => {
  const exact = [
    '5.486,50',
    '5486.50',
    '5,486.5',
    '$5,486.50',
    '5486,50 €',
    'eur 5486,50',
    '5 486,50',
    '5’486.50',
    '٥٬٤٨٦٫٥٠',
  ];
  for (const text of exact) t.deepEqual(amountPatterns(text), ['%|5486.5|%'], text);
  t.deepEqual(amountPatterns('5486'), ['%|5486.%']);
  t.deepEqual(amountPatterns('5486.00'), ['%|5486.|%']);
  t.deepEqual(amountPatterns('5.486'), ['%|5.486|%', '%|5486.%']);
  t.deepEqual(amountPatterns('0,05'), ['%|0.05|%']);
  for (const text of ['INV-0001', '0001', '-5', '19 %', 'Ada', '', '12.345.6', '9'.repeat(80)])
    t.deepEqual(amountPatterns(text), [], text);
});

test('a text that is no number, too precise or ambiguous is rejected', t => {
  const ambiguous = ['1.2.3', '1,23,4', '0.125', '1.125', '12,34.5'];
  for (const text of [...ambiguous, '', 'x', '1e3', '0x1', '.5', '--1', '1-', '٣', '9'.repeat(20)]) {
    t.is(parseDecimal(text, 2), null, text);
  }
  t.is(parseDecimal('1.5', 0), null);
});

test('a sign that is a decimal point in one locale and a separator in another is read by the locale', t => {
  const read = (text: string, locale: string, currency: string) =>
    parseDecimal(text, digitsOf(currency), { locale, currency });
  t.is(read('1.125', 'en-US', 'USD'), null);
  t.is(read('1,125', 'en-US', 'USD'), 112_500);
  t.is(read('1.125', 'de-DE', 'EUR'), 112_500);
  t.is(read('1,125', 'de-DE', 'EUR'), null);
  t.is(read('12.500', 'de-DE', 'KWD'), 12_500_000);
  t.is(read('12,500', 'de-DE', 'KWD'), 12_500);
  t.is(read('12.500', 'en-US', 'KWD'), 12_500);
  t.is(read('12.50', 'de-DE', 'EUR'), 1_250);
  // In France thousands are separated by spaces: this is foreign, and could mean two things.
  t.is(read('1.125', 'fr-FR', 'KWD'), null);
  // What is no currency, or no locale, is as if it was not said.
  t.is(parseDecimal('1,125', 2, { locale: 'no locale', currency: 'euro' }), 112_500);
});

const locales =
  'en-US en-GB en-DE en-EE en-FR en-IN de-DE de-AT de-CH fr-FR fr-CH es-ES pt-PT pt-CV bg-BG pl-PL sv-SE hi-IN bn-BD ar-EG ar-LB fa-IR my-MM sd-PK'.split(
    ' ',
  );
const currencies = 'USD EUR GBP CHF SEK HUF JPY KWD CLF CVE'.split(' ');

test('every integer is parsed back as it was written, in every locale and currency', t => {
  const cases = fc.record({
    integer: fc.oneof(fc.nat(10_000_000), fc.maxSafeNat()),
    locale: fc.constantFrom(...locales),
    currency: fc.constantFrom(...currencies),
  });
  const same = fc.property(cases, ({ integer, locale, currency }) => {
    const digits = digitsOf(currency);
    const ofDigits = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const shown = new Intl.NumberFormat(locale, { style: 'currency', currency, ...ofDigits })
      .formatToParts(`${integer}E-${digits}` as `${number}`)
      .filter(({ type }) => !['currency', 'literal'].includes(type));
    for (const text of [
      decimal(integer, digits, { locale, currency }),
      shown.map(({ value }) => value).join(''),
    ])
      assert.equal(parseDecimal(text, digits, { locale, currency }), integer, text);
  });
  t.notThrows(() => fc.assert(same, { numRuns: 300 }));
});

test('every integer within the limits is parsed back as it was written', t => {
  const same = fc.property(fc.maxSafeInteger(), fc.nat(4), (integer, digits) => {
    return parseDecimal(decimal(integer, digits), digits) === integer;
  });
  t.notThrows(() => fc.assert(same));
});

test('a form is parsed back as it was filled in, in every locale and currency', t => {
  const names = ['priceCents', 'taxRateBps', 'quantityHundredths', 'minutes'] as const;
  const fields = fieldsOf(z.strictObject(Object.fromEntries(names.map(name => [name, z.int()]))));
  const cases = fc.record({
    values: fc.record(Object.fromEntries(names.map(name => [name, fc.nat(10_000_000)]))),
    locale: fc.constantFrom(...locales),
    currency: fc.constantFrom(...currencies),
  });
  const same = fc.property(cases, ({ values, ...written }) => {
    const read = parseForm(fields, filledIn(fields, values, written), written);
    assert.deepEqual([read.values, read.issues], [{ ...values }, []]);
  });
  t.notThrows(() => fc.assert(same, { numRuns: 100 }));
});

test('a text far longer than any number is rejected', t => {
  t.is(parseDecimal(`1${' '.repeat(500_000)}x`, 2), null);
  t.is(parseDecimal('1'.repeat(500_000), 0), null);
  t.is(parseDecimal(`${' '.repeat(500_000)}1`, 0), 1);
});
