import test from 'ava';
import fc from 'fast-check';
import { decimal, parseDecimal } from '../src/decimal.ts';

test('an amount is read as people write it, exactly', t => {
  for (const text of [
    '8400.5',
    '8,400.50',
    '8.400,50',
    '8 400,50',
    "8'400.50",
    '$8,400.50',
    '8 400,50 €',
    'USD 8400.50',
  ]) {
    t.is(parseDecimal(text, 2), 840_050, text);
  }
  t.is(parseDecimal('1,00,000', 2), 10_000_000);
  t.is(parseDecimal('1,234', 2), 123_400);
  t.is(parseDecimal('1.234', 2), 123_400);
  t.is(parseDecimal('1.234', 3), 1_234);
  t.is(parseDecimal('1,234', 0), 1_234);
  t.is(parseDecimal('20 %', 2), 2_000);
  t.is(parseDecimal('-0.5', 1), -5);
});

test('what is no number, is finer than the currency, or could mean two things is none', t => {
  for (const text of [
    '',
    'x',
    '1.2.3',
    '1,23,4',
    '0.125',
    '12,34.5',
    '1e3',
    '0x1',
    '.5',
    '--1',
    '1-',
    '٣',
    '9'.repeat(20),
  ]) {
    t.is(parseDecimal(text, 2), null, text);
  }
  t.is(parseDecimal('1,234', 3), null);
  t.is(parseDecimal('1.5', 0), null);
});

test('every integer is read as it was written', t => {
  const same = fc.property(fc.maxSafeInteger(), fc.nat(4), (integer, digits) => {
    return parseDecimal(decimal(integer, digits), digits) === integer;
  });
  t.notThrows(() => fc.assert(same));
});
