import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { digitsOf } from '../formatting/index.ts';
import { decimal } from '../money/decimal.ts';

/** A number as it is written in a file, with a point. */
interface DecimalNumber {
  decimal: string;
}

/** A value in a file. Text is escaped if a spreadsheet would take it for a formula; numbers, also negative ones, never are. */
export type Cell = string | number | boolean | null | DecimalNumber;

/** The byte order mark, by which spreadsheets know that a file is UTF-8. */
const byteOrderMark = '\ufeff';

/** The characters that start a formula in spreadsheets, also in full width. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** Text that a spreadsheet doesn't take for a formula: an apostrophe comes before one. */
export const harmless = (text: string): string => (formula.test(text) ? `'${text}` : text);

const options = {
  record_delimiter: 'windows',
  // It would quote both together only.
  quoted_match: /[\r\n]/,
  cast: {
    string: harmless,
    boolean: String,
    object: (value: object) => (value as DecimalNumber).decimal,
  },
} as const;

/** An amount in minor units as a number with the digits of its currency. It is text all the way, so that no digit is lost. */
export const amountCell = (cents: string | number | bigint | null, currency: string): Cell =>
  cents === null ? null : { decimal: decimal(BigInt(cents), digitsOf(currency)) };

/** An integer with this many digits after the point. */
export const decimalCell = (integer: number | null, digits: number): Cell =>
  integer === null ? null : { decimal: decimal(integer, digits) };

/** The headings of a file's columns, in their order, each with the field of a line that it shows, or its value in a line. */
export type CsvColumns<Line> = Record<string, (keyof Line & string) | ((line: Line) => Cell)>;

/** The values of a line. Throws for a column whose field no query selects. */
const cellsOf = <Line>(columns: CsvColumns<Line>, line: Line): Cell[] =>
  Object.values(columns).map(cell => {
    if (typeof cell !== 'string') return cell(line);
    if (line[cell] === undefined) throw new TypeError(`A line has no field ${cell}.`);
    return line[cell] as Cell;
  });

/**
 * How many lines are written at a time, so that a process can do something else in between: a batch of invoices has thousands, and
 * an entry of the audit log may have 50 KB of text.
 */
const pieceLines = 10;

/**
 * A CSV file (RFC 4180, UTF-8 with a byte order mark) with these headings, some lines at a time. `cells`: the values of a line.
 */
export async function* csvFile<Line>(
  headings: readonly string[],
  batches: AsyncIterable<readonly Line[]>,
  cells: (line: Line) => Cell[],
): AsyncGenerator<string> {
  let head = byteOrderMark + stringify([[...headings]], options);
  for await (const lines of batches) {
    for (let at = 0; at < lines.length; at += pieceLines) {
      if (at > 0) await setImmediate();
      yield head + stringify(lines.slice(at, at + pieceLines).map(cells), options);
      head = '';
    }
  }
  if (head !== '') yield head;
}

/** A CSV file with these columns. */
export const csvOf = <Line>(columns: CsvColumns<Line>, batches: AsyncIterable<readonly Line[]>) =>
  csvFile(Object.keys(columns), batches, line => cellsOf(columns, line));
