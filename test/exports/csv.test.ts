import test from 'ava';
import fc from 'fast-check';
import { amountCell, type Cell, csvFile, decimalCell } from '../../src/exports/csv.ts';
import { windows1252 } from '../../src/exports/windows1252.ts';
import { batchesIn, parseCsv } from '../support/csv.ts';

const fileOf = async (rows: Cell[][], columns = rows[0]!.map((_, n) => `Column ${n}`)) =>
  (await Array.fromAsync(csvFile(columns, batchesIn(rows)))).join('');

test('any text survives, and none is a formula to a spreadsheet', async t => {
  const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n"\',; a＝＋') }));
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
  t.is((await Array.fromAsync(csvFile(['A', 'B'], batchesIn([])))).join(''), '\ufeffA,B\r\n');
});

test('Windows-1252 keeps what it has, and loses accents or characters otherwise', t => {
  t.is(
    new TextDecoder('windows-1252').decode(windows1252('Čapek & Söhne, „5 €“ Ōsaka 日 ﬁ')),
    'Capek & Söhne, „5 €“ Osaka ? fi',
  );
});
