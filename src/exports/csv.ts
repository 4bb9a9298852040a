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

/** What spreadsheets take for the start of a formula, also in full width. */
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

/** A CSV file (RFC 4180, UTF-8 with a byte order mark), some lines at a time. */
export async function* csvFile(
  columns: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  let head = byteOrderMark + stringify([[...columns]], options);
  for await (const rows of batches) {
    yield head + stringify(rows as Cell[][], options);
    head = '';
  }
  if (head !== '') yield head;
}
