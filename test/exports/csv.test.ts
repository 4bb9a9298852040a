import test from 'ava';
import fc from 'fast-check';
import type { Booking } from '../../src/exports/accounting.ts';
import { amountCell, type Cell, csvFile, decimalCell } from '../../src/exports/csv.ts';
import { bookingBatch } from '../../src/exports/datev.ts';
import { type DatevInput, datevSettings } from '../../src/exports/datevSettings.ts';
import { zeroTaxReasons } from '../../src/vocabulary/documents.ts';
import { batchesIn, parseCsv } from '../support/csv.ts';
import { datevProblems } from '../support/datevFormat.ts';

const fileOf = async (rows: Cell[][], columns = rows[0]!.map((_, n) => `Column ${n}`)) =>
  (await Array.fromAsync(csvFile(columns, batchesIn(rows), row => row))).join('');

test('any text survives, and none is a formula to a spreadsheet', async t => {
  const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n"\',; a＝＋－＠') }));
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), async rows => {
        const text = await fileOf(rows);
        const [, ...read] = parseCsv(text.slice(1));
        const isRight = (value: string, given: Cell) =>
          !/^[=+\-@\t\r\n＝＋－＠]/.test(value) && (value === given || value === `'${given}`);
        return (
          text[0] === '\ufeff' &&
          read.length === rows.length &&
          read.every((cells, row) => cells.every((value, column) => isRight(value, rows[row]![column]!)))
        );
      }),
    ),
  );
});

test('numbers stay numbers, also negative and large ones, with the digits of their currency', async t => {
  const rows = [
    [amountCell(-1250, 'EUR'), amountCell('9007199254740993', 'USD'), amountCell(1250n, 'JPY')],
    [amountCell(-1, 'KWD'), decimalCell(-5, 2), null],
    [-3, true, '-3'],
  ];
  t.is(
    await fileOf(rows, ['A', 'B', 'C']),
    "\ufeffA,B,C\r\n-12.50,90071992547409.93,1250\r\n-0.001,-0.05,\r\n-3,true,'-3\r\n",
  );
});

test('a file without rows has its columns', async t => {
  t.is((await Array.fromAsync(csvFile(['A', 'B'], batchesIn([]), row => row))).join(''), '\ufeffA,B\r\n');
});

test('many lines at a time are written in pieces, between which the process does something else', async t => {
  const rows = Array.from({ length: 1_000 }, (_, n): Cell[] => [n]);
  let turns = 0;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const pieces = await Array.fromAsync(csvFile(['A'], batchesIn(rows), row => row));
  clearImmediate(next);
  t.true(turns >= 50, `${turns}`);
  t.is(pieces.join(''), `\ufeffA\r\n${rows.map(([n]) => `${n}\r\n`).join('')}`);
});

/** A booking of a client in Germany in euros, but for these values. */
const booked = (given: Partial<Booking>): Booking => ({
  ...{
    type: 'invoice',
    day: '2026-03-01',
    taxRateBps: 0,
    zeroTaxReason: null,
    netCents: 10_000n,
    taxCents: 0n,
  },
  ...{
    invoiceId: 'i',
    number: 'INV-0001',
    creditNote: null,
    clientId: 'c',
    client: 'Ada Marsh',
    project: 'Site',
    dueDate: null,
  },
  ...{ currency: 'EUR', country: 'DE', vatNumber: null, method: null, reference: null },
  ...given,
});
const march = { from: '2026-03-01', to: '2026-03-31', consultant: 1001, client: 1, fiscalYearMonth: 1 };
const settings = (given: Partial<DatevInput> = {}) =>
  datevSettings({ ...march, chart: '03', accountLength: 4, usesTaxKeys: false, ...given });

/** The file for DATEV, and the fields of each of its bookings by their numbers. */
async function datevOf(bookings: Booking[], given?: Partial<DatevInput>) {
  const debtors = new Map([['c', '10000']]);
  const chunks = await Array.fromAsync(bookingBatch(settings(given), debtors, batchesIn(bookings)));
  const text = new TextDecoder('windows-1252').decode(Buffer.concat(chunks));
  const [, , ...lines] = parseCsv(text, ';');
  const at = (...fields: number[]) =>
    lines.map(line =>
      fields
        .map(field => line[field - 1])
        .join(' ')
        .trim(),
    );
  return { text, at };
}

test('DATEV gets credit notes and refunds on the other side, reversals with their mark, and no transfers', async t => {
  const paid = { taxRateBps: null, netCents: 5_000n };
  const bookings: Partial<Booking>[] = [
    { type: 'credit_note', creditNote: 'CN-0001', taxRateBps: 1900, netCents: -10_000n, taxCents: -1_900n },
    { type: 'credit_late_fee', creditNote: 'CN-0001', taxRateBps: null, netCents: -500n },
    { type: 'void_invoice', netCents: -10_000n },
    { type: 'refund', ...paid, netCents: -5_000n },
    { type: 'refund', ...paid },
    { type: 'payment', ...paid, netCents: -5_000n },
    { type: 'transfer', ...paid },
  ];
  t.deepEqual((await datevOf(bookings.map(booked))).at(1, 2, 7, 8, 11, 118), [
    '119,00 H 10000 8400 CN-0001',
    '5,00 H 10000 2650 CN-0001',
    '100,00 S 10000 8200 INV-0001 1',
    '50,00 H 1200 10000 INV-0001',
    '50,00 H 1200 10000 INV-0001 1',
    '50,00 S 1200 10000 INV-0001 1',
  ]);
});

test('DATEV gets one account for each reason and rate, and tax of other countries never as revenue', async t => {
  const inFrance = { country: 'FR', vatNumber: 'FR83404833048' };
  for (const [given, ...expected] of [
    [{ taxRateBps: 1900, taxCents: 1900n }, '119,00 8400'],
    [{ taxRateBps: 700, taxCents: 700n }, '107,00 8300'],
    [{ zeroTaxReason: 'reverse_charge', ...inFrance }, '100,00 8336 FR83404833048'],
    [{ zeroTaxReason: 'reverse_charge', ...inFrance, country: null }, '100,00 8336 FR83404833048'],
    [{ zeroTaxReason: 'reverse_charge', vatNumber: 'DE136695976' }, '100,00 8337'],
    [{ zeroTaxReason: 'services_outside_eu', country: 'CH' }, '100,00 8338'],
    [{ zeroTaxReason: 'export', country: 'US' }, '100,00 8120'],
    [{ zeroTaxReason: 'small_business', ...inFrance }, '100,00 8195'],
    [{ zeroTaxReason: 'exempt' }, '100,00 8100'],
    [{ zeroTaxReason: 'zero_rated' }, '100,00 8290'],
    [{}, '100,00 8200'],
    [{ taxRateBps: 2100, taxCents: 2100n, country: 'NL' }, '121,00 8320 NL 21,00'],
    [{ taxRateBps: 650, taxCents: 650n, country: 'GR' }, '106,50 8320 EL 06,50'],
    [{ taxRateBps: 810, taxCents: 810n, country: 'CH' }, '100,00 8200', '8,10 1770'],
    [{ taxRateBps: 1600, taxCents: 1600n }, '100,00 8200', '16,00 1770'],
    [{ taxRateBps: null, type: 'late_fee' }, '100,00 2650'],
  ] as [Partial<Booking>, ...string[]][])
    t.deepEqual((await datevOf([booked(given)])).at(1, 8, 40, 41), expected);
  const fourth = await datevOf([booked({ zeroTaxReason: 'small_business' })], {
    chart: '04',
    accountLength: 6,
  });
  t.deepEqual(fourth.at(8), ['418500']);
});

test('DATEV gets rates that it has a place for, and otherwise amounts in euros', async t => {
  const rates = new Map([
    ['USD', 1_083_400n],
    ['CHF', 930_000n],
    ['VND', 27_000_000_000n],
    ['KRW', 1_500_000_000n],
  ]);
  const inCurrency = (currency: string, netCents: bigint) => booked({ currency, netCents });
  const { at } = await datevOf(
    [
      inCurrency('USD', 10_834n),
      inCurrency('CHF', 9300n),
      inCurrency('VND', 27_000_000n),
      inCurrency('KRW', 15_000_000_000n),
      inCurrency('KRW', 1n),
    ],
    { rates },
  );
  t.deepEqual(at(1, 3, 4, 5, 6, 48, 49), [
    '108,34 USD 1,083400 100,00 EUR',
    '100,00     Fremdwährung 93,00 CHF, Kurs 0,930000',
    '1000,00     Fremdwährung 27000000,00 VND, Kurs 27000,000000',
    '10000000,00     Fremdwährung 15000000000,00 KRW, Kurs 1500,000000',
  ]);
  await t.throwsAsync(datevOf([inCurrency('GBP', 100n)]), { message: /INV-0001 is in GBP/ });
  await t.throwsAsync(datevOf([inCurrency('EUR', 10n ** 12n)]), { message: /more than DATEV takes/ });
});

test('letters that Windows-1252 lacks are transliterated for DATEV, and no name is a formula or too long', async t => {
  const names = [
    'Łódź & Söhne, „5 €“ Ōsaka 東京 ﬁ',
    'Zoe\u0308',
    '=HYPERLINK("https://x.example")',
    '＝1+1',
    'One\r\ntwo',
    '"'.repeat(40),
  ];
  const { at } = await datevOf(names.map(client => booked({ client })));
  t.deepEqual(at(14), [
    'Lódz & Söhne, „5 €“ Osaka DongJing fi',
    'Zoë',
    `'=HYPERLINK("https://x.example")`,
    `'=1+1`,
    'One two',
    '"'.repeat(30),
  ]);
});

test('any bookings hold DATEV’s description, each field of each line', async t => {
  const country = fc.constantFrom(null, 'DE', 'FR', 'GR', 'CH');
  const vatNumber = fc.constantFrom(null, 'DE136695976', 'EL094259216', 'CHE116281710');
  const currency = fc.constantFrom('EUR', 'USD', 'CHF', 'KWD', 'JPY', 'VND');
  const booking = fc.record<Partial<Booking>>({
    type: fc.constantFrom('invoice', 'void_invoice', 'payment'),
    day: fc.constantFrom('2026-03-01', '2026-03-31'),
    taxRateBps: fc.constantFrom(0, 1, 700, 810, 1900, 2100, null),
    zeroTaxReason: fc.constantFrom(null, ...zeroTaxReasons),
    netCents: fc.bigInt(-(10n ** 9n), 10n ** 9n),
    number: fc.constantFrom('INV-0001', '2026.7/ä b'),
    client: fc.string({ unit: 'grapheme', maxLength: 90 }),
    dueDate: fc.constantFrom(null, '2026-04-01', '0026-04-01'),
    ...{ currency, country, vatNumber },
  });
  const rates = fc.record({
    USD: fc.bigInt(1_000_000n, 2_000_000n),
    CHF: fc.bigInt(100_000n, 1_100_000n),
    KWD: fc.bigInt(100_000n, 1_000_000n),
    JPY: fc.bigInt(1_000_000n, 10n ** 10n),
    VND: fc.bigInt(10n ** 9n, 10n ** 12n),
  });
  const given = fc.record<Partial<DatevInput>>({
    ...{ accountLength: fc.integer({ min: 4, max: 8 }), chart: fc.constantFrom('03', '04') },
    ...{ fiscalYearMonth: fc.integer({ min: 1, max: 12 }), usesTaxKeys: fc.boolean() },
    rates: rates.map(found => new Map(Object.entries(found))),
  });
  const isRight = async (bookings: Partial<Booking>[], input: Partial<DatevInput>) => {
    const all = bookings.map(one => booked({ ...one, taxCents: one.netCents! / 7n }));
    t.deepEqual(datevProblems((await datevOf(all, input)).text), []);
  };
  await fc.assert(fc.asyncProperty(fc.array(booking, { minLength: 1, maxLength: 20 }), given, isRight), {
    numRuns: 20,
  });
});
