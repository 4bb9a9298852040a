import test from 'ava';
import { z } from 'zod';
import { digestsOf } from '../../src/console/forms/changedFields.ts';
import { fieldsOf } from '../../src/console/forms/fields.ts';
import { filledIn, parseForm } from '../../src/console/forms/parseForm.ts';
import { day } from '../../src/vocabulary/fields.ts';

const number = z.int().optional();
const fields = fieldsOf(
  z.strictObject({ priceCents: number, taxRateBps: number, quantityHundredths: number, minutes: number }),
);

/** Parses a form with one field filled in. Returns the field's value, or its error. */
function read(name: string, text: string, currency = 'EUR', locale = 'en-US') {
  const { values, issues } = parseForm(fields, new URLSearchParams({ [name]: text }), { currency, locale });
  return issues[0]?.rule ?? values[name];
}

test('an amount may be typed with its own currency, by code or by sign', t => {
  const cases: [text: string, currency: string, locale?: string][] = [
    ['100', 'EUR'],
    ['100 €', 'EUR', 'de-DE'],
    ['EUR100', 'EUR'],
    ['€100 EUR', 'EUR'],
    ['$100', 'USD', 'de-DE'],
    ['$100', 'CAD', 'en-CA'],
    ['₹ 100', 'INR', 'en-IN'],
  ];
  for (const [text, currency, locale] of cases)
    t.is(read('priceCents', text, currency, locale), 10_000, `${text} in ${currency}`);
  for (const text of ['¥100', '\uffe5100', '100 JPY'])
    t.is(read('priceCents', text, 'JPY', 'ja-JP'), 100, text);
  // In this locale, the sign is the decimal point.
  t.is(read('priceCents', '100$50', 'CVE', 'pt-CV'), 10_050);
});

test('an amount in another currency than the form’s is rejected, and so is a percentage', t => {
  const cases: [text: string, currency: string, says: string][] = [
    ['$100', 'EUR', 'an amount in EUR, not in $'],
    ['50USD', 'EUR', 'an amount in EUR, not in USD'],
    ['€50 USD', 'EUR', 'an amount in EUR, not in USD'],
    ['US$ 50', 'EUR', 'an amount in EUR, not in $'],
    ['£100', 'USD', 'an amount in USD, not in £'],
    ['10 %', 'EUR', 'an amount in EUR, not a percentage'],
    ['%10', 'EUR', 'an amount in EUR, not a percentage'],
    ['10\u00a0\uff05', 'EUR', 'an amount in EUR, not a percentage'],
    ['€10 %', 'EUR', 'an amount in EUR, not a percentage'],
    // The form doesn't name its currency.
    ['$100', '', 'an amount, not in $'],
    ['€100', 'euro', 'an amount, not in €'],
    ['10 %', 'euro', 'an amount, not a percentage'],
  ];
  for (const [text, currency, says] of cases)
    t.is(read('priceCents', text, currency), `must be ${says}`, `${text} in ${currency}`);
});

test('a rate may have a percent sign, and other numbers may not', t => {
  for (const text of ['20', '20 %', '20%']) t.is(read('taxRateBps', text), 2_000, text);
  t.is(read('taxRateBps', '€20'), 'must be a number, not an amount of money');
  t.is(read('quantityHundredths', '2.5'), 250);
  t.is(read('quantityHundredths', '50 %'), 'must be a number, not a percentage');
  t.is(read('quantityHundredths', 'EUR 2'), 'must be a number, not an amount of money');
  t.is(read('minutes', '90 %'), 'must be a number, not a percentage');
});

test('a duration may be typed as hours and minutes, hours, or minutes with their unit', t => {
  const cases: [text: string, minutes: number, locale?: string][] = [
    ['1:30', 90],
    ['1h30', 90],
    ['1 h 5', 65],
    ['1h 30min', 90],
    ['1,5 h', 90, 'de-DE'],
    ['1.33h', 80],
    ['2 hours', 120],
    ['3.5', 210],
    ['3.5', 210, 'de-DE'],
    ['8', 480],
    ['8,0', 480, 'de-DE'],
    ['90 min', 90],
    ['45m', 45],
    ['0:45', 45],
    [':30', 30],
    ['1 : 30', 90],
    ['.5', 30],
    ['.5 h', 30],
    [',5', 30, 'de-DE'],
    ['1,200 min', 1200],
    ['1.200', 72_000, 'de-DE'],
    [' 10H ', 600],
  ];
  for (const [text, minutes, locale] of cases)
    t.is(read('minutes', text, 'EUR', locale), minutes, `${text} in ${locale}`);
});

test('a whole number is hours, and one that can’t be those of an entry is refused with what to write', t => {
  const forms = fieldsOf(
    z.strictObject({ minutes: z.int().min(1).max(960), budgetMinutes: z.int().min(0).max(600_000) }),
  );
  const parsed = (name: string, text: string) => {
    const { values, issues } = parseForm(forms, new URLSearchParams({ [name]: text }), {
      currency: 'EUR',
      locale: 'en-US',
    });
    return issues.find(({ path }) => path === name)?.rule ?? values[name];
  };
  t.is(parsed('minutes', '8'), 480);
  t.is(parsed('minutes', '16'), 960);
  for (const text of ['17', '24', '24.5']) t.is(parsed('minutes', text), 'must be at most 16:00', text);
  for (const text of ['25', '45', '90', '1,000'])
    t.is(parsed('minutes', text), 'is read as hours, and a day has 24. Write 0:45 or 45 min', text);
  t.is(parsed('budgetMinutes', '90'), 5_400);
});

test('a whole number that is none is refused with its bounds', t => {
  const days = fieldsOf(z.strictObject({ paymentTermDays: z.int().min(0).max(365) }));
  const notation = { currency: 'EUR', locale: 'en-US' };
  const { issues } = parseForm(days, new URLSearchParams({ paymentTermDays: 'soon' }), notation);
  t.is(issues[0]!.rule, 'must be a whole number from 0 to 365');
});

test('a day is typed from 1970 to 2100; another one passes only as long as it stays as the form showed it', t => {
  const days = fieldsOf(z.strictObject({ dueDate: day.optional(), supplyDate: day.optional() }));
  const rules = (texts: Record<string, string>) =>
    parseForm(days, new URLSearchParams(texts), { currency: 'EUR', locale: 'en-US' }).issues;
  for (const dueDate of ['1970-01-01', '2100-12-31', '', 'today'])
    t.deepEqual(rules({ dueDate }), [], dueDate);
  for (const dueDate of ['0026-11-29', '1969-12-31', '2101-01-01', ' 9999-12-31 '])
    t.deepEqual(rules({ dueDate }), [{ path: 'dueDate', rule: 'must be in a year from 1970 to 2100' }]);
  const shown = new URLSearchParams({ dueDate: '0026-11-29', supplyDate: '2026-11-29' });
  const digests = digestsOf(days, shown, false);
  t.deepEqual(rules({ dueDate: '0026-11-29', digests }), []);
  t.is(rules({ dueDate: '0026-11-30', digests }).length, 1);
  t.is(rules({ supplyDate: '0026-11-29', digests }).length, 1);
});

test('a text that isn’t a duration is rejected with examples in the locale’s notation', t => {
  for (const text of [':5', '.', '.5 min', '1:60', '1h90', 'h', '1:30:00', '10 km', '1,5 h 30', '1,5 min'])
    t.is(read('minutes', text, 'EUR', 'de-DE'), 'must be a duration, like 1:30, 1,5 h or 90 min', text);
  t.is(read('minutes', '9'.repeat(400)), 'must be a duration, like 1:30, 1.5 h or 90 min');
});

test('a duration that a form shows is parsed back to the same minutes', t => {
  for (const minutes of [0, 1, 59, 60, 90, 960, 600_000]) {
    const shown = filledIn(fields, { minutes }, { currency: 'EUR', locale: 'de-DE' }).get('minutes')!;
    t.is(read('minutes', shown, 'EUR', 'de-DE'), minutes, shown);
  }
});
