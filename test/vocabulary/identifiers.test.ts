import test from 'ava';
import { bic, iban, invoiceFooter, payLink } from '../../src/actions/fields.ts';
import { validate } from '../../src/admission/check.ts';
import { hasValidNetworkDigits } from '../../src/vocabulary/identifiers.ts';
import { addressFields, country, networkId, taxFields } from '../../src/vocabulary/partyFields.ts';

const { schema: addressLines } = addressFields.addressLines;
const { schema: vatNumber } = taxFields.vatNumber;

const read = (schema: typeof iban | typeof country, text: string) => {
  const { value, issues } = validate(schema, text);
  return value ?? issues![0]!.rule;
};

test('VAT numbers are taken without spaces, in upper case, and checked by the rules of their country', t => {
  for (const [typed, stored] of [
    ...[
      ['DE 136 695 976', 'DE136695976'],
      ['atu13585627', 'ATU13585627'],
      ['BE0428.759.497', 'BE0428759497'],
    ],
    ...[['NL000099998B57'], ['NL004495445B01'], ['FR40303265045'], ['ESB58378431'], ['IE6433435F']],
    ...[['EL094259216'], ['GB980780684'], ['XI980780684'], ['CHE-107.787.577 MWST', 'CHE107787577MWST']],
    ...[['CHE107787577'], ['NO995525828MVA'], ['NO995525828'], ['US123456789']],
  ])
    t.is(read(vatNumber, typed!), stored ?? typed!);
  for (const wrong of ['DE136695977', 'DE13669597', 'ATU13585628', 'NL004495446B01', 'CHE107787578'])
    t.regex(read(vatNumber, wrong), /check each digit$/, wrong);
  for (const wrong of ['136695976', 'DE', 'DEABC', 'D€136695976'])
    t.regex(read(vatNumber, wrong), /with its country prefix/, wrong);
});

test('IBANs and BICs are taken without spaces, in upper case, and checked', t => {
  t.is(read(iban, 'de89 3704 0044 0532 0130 00'), 'DE89370400440532013000');
  t.regex(read(iban, 'DE89 3704 0044 0532 0130 01'), /check each digit$/);
  t.regex(read(iban, 'XX89370400440532013000'), /check each digit$/);
  t.regex(read(iban, '0532013000'), /^must be an IBAN, like/);
  t.is(read(bic, 'cobadeffxxx'), 'COBADEFFXXX');
  t.regex(read(bic, 'COBAXXFF'), /^must be a BIC/);
  t.regex(read(bic, 'COBADE'), /^must be a BIC/);
});

test('a country is one that pages offer', t => {
  for (const code of ['DE', 'GB', 'XK', 'US']) t.is(read(country, code), code);
  for (const wrong of ['XX', 'ZZ', 'EU', 'EL'])
    t.regex(read(country, wrong), /^must be the code of a country/, wrong);
  for (const wrong of ['de', 'DEU', ''])
    t.regex(read(country, wrong), /^must be two uppercase letters/, wrong);
});

test('an e-invoice network ID is refused for its form, and only warned of for its check digits', t => {
  t.is(read(networkId, ' 0088: 4012345000009'), '0088:4012345000009');
  t.is(read(networkId, '9930:de1'), '9930:de1');
  t.regex(read(networkId, '4012345000009'), /^must be a scheme of four digits/);
  for (const right of ['0088:4012345000009', '9930:DE136695976', '9930:de136695976', '0192:988077917'])
    t.true(hasValidNetworkDigits(right), right);
  for (const right of [
    '0204:04011000-1234512345-06',
    '0208:0428759497',
    '0106:12345678',
    '9927:CHE107787577',
  ])
    t.true(hasValidNetworkDigits(right), right);
  for (const wrong of ['0088:4012345000008', '9930:DE136695977', '0204:04011000-1234512345-07', '0009:1'])
    t.false(hasValidNetworkDigits(wrong), wrong);
});

test('a payment link is an https URL with known placeholders after its host', t => {
  const link = 'https://pay.example.com:8443/i/{number}?a={amount}&c={currency}#{reference}';
  t.is(read(payLink, link), link);
  for (const wrong of [
    'http://pay.example.com/',
    'https://{number}.example.com/',
    'https://192.0.2.1/',
    'pay',
  ])
    t.regex(read(payLink, wrong), /^must be a URL/, wrong);
  for (const wrong of ['https://u:p@pay.example.com/', 'https://pay.example.com/a b', 'javascript:alert(1)'])
    t.regex(read(payLink, wrong), /^must be a URL/, wrong);
  for (const wrong of ['https://pay.example.com/{total}', 'https://pay.example.com/{number'])
    t.regex(read(payLink, wrong), /^may contain only the placeholders/, wrong);
});

test('a street address has at most three lines, without blank ones', t => {
  t.is(read(addressLines, ' 1 Quay \r\n\r\n Floor 2\n'), '1 Quay\nFloor 2');
  t.regex(read(addressLines, '1\n2\n3\n4'), /^must be at most 3 lines/);
  const footer = (lineBreak: string, count: number) =>
    read(invoiceFooter, Array(count).fill('a').join(lineBreak));
  for (const lineBreak of ['\n', '\r\n', '\u2028', '\f']) {
    t.is(footer(lineBreak, 10), Array(10).fill('a').join(lineBreak));
    t.is(footer(lineBreak, 11), 'must be at most 10 lines');
  }
});
