import { setImmediate } from 'node:timers/promises';
import type { Options } from 'csv-parse';
import { ServiceError } from '../errors/serviceError.ts';
import { isBlank } from '../vocabulary/text.ts';
import { piecesOf } from './encodings.ts';

// The library that reads CSV is loaded with the first file, because most processes never read one.

export const separators = [',', ';', '\t', '|', '^', '~'] as const;
export type Separator = (typeof separators)[number];

/** A line of a file; one with a quoted line break takes several lines. */
export interface CsvRecord {
  /** The line on which it begins, from 1. */
  line: number;
  cells: string[];
}

/** The most characters of a record, so that a quotation mark that is never closed doesn't take the whole file. */
const maxRecordLength = 200_000;

/** The most cells of a record, counted as separators. */
const maxCells = 50_000;

/** A file that can't be read from some line on. */
export class UnreadableLine extends ServiceError {
  constructor(line: number, why: 'too long' | 'never closed') {
    super(
      why === 'never closed'
        ? `line ${line} has a quotation mark that is never closed`
        : `line ${line} is too long, or has a quotation mark that is never closed`,
    );
  }
}

/** The CSV library's error about a record that it can't read. */
interface BrokenRecord extends Error {
  code: 'CSV_QUOTE_NOT_CLOSED' | 'CSV_MAX_RECORD_SIZE';
  /** How many empty lines it has skipped before. */
  empty_lines: number;
}

const isBroken = (error: unknown): error is BrokenRecord =>
  ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'].includes((error as { code?: string }).code ?? '');

const optionsOf = (delimiter: Separator): Options => ({
  delimiter,
  record_delimiter: '\n',
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: maxRecordLength,
});

/**
 * The records of a text that have something in them, one after the other. The text comes in pieces, and after each the process
 * does what else there is to do. Throws UnreadableLine.
 */
export async function* recordsOf(
  pieces: Iterable<string | Buffer>,
  separator: Separator,
): AsyncGenerator<CsvRecord> {
  const { parse } = await import('csv-parse');
  let found: CsvRecord[] = [];
  // Where the records end that were read, and how many empty lines were before that.
  let [readTo, empty] = [0, 0];
  const parser = parse({
    ...optionsOf(separator),
    on_record: (cells: string[], { lines, empty_lines }) => {
      if (!cells.every(isBlank)) found.push({ line: lines - lineBreaksIn(cells), cells });
      [readTo, empty] = [lines, empty_lines];
      // The parser keeps nothing.
      return null;
    },
  });
  let failure: Error | undefined;
  parser.on('error', error => {
    failure = error;
  });
  const taken = async () => {
    await setImmediate();
    const batch = found;
    found = [];
    return batch;
  };
  let cells = 0;
  for (const piece of pieces) {
    const before = readTo;
    parser.write(piece);
    yield* await taken();
    if (failure !== undefined) break;
    cells = readTo === before ? cells + piece.toString().split(separator).length : 0;
    if (cells > maxCells) throw new UnreadableLine(readTo + 1, 'too long');
  }
  if (failure === undefined) {
    parser.end();
    yield* await taken();
  }
  if (failure === undefined) return;
  throw isBroken(failure)
    ? new UnreadableLine(
        readTo + (failure.empty_lines - empty) + 1,
        failure.code === 'CSV_QUOTE_NOT_CLOSED' ? 'never closed' : 'too long',
      )
    : failure;
}

const lineBreaksIn = (cells: readonly string[]): number =>
  cells.reduce((count, cell) => (cell.includes('\n') ? count + cell.split('\n').length - 1 : count), 0);

/** How many records tell how a file is read. */
const maxRead = 20;

/** The first records of a text, of which only the beginning may be known. Throws UnreadableLine. */
export async function firstRecords(text: string, separator: Separator): Promise<CsvRecord[]> {
  const first: CsvRecord[] = [];
  try {
    for await (const record of recordsOf(piecesOf(Buffer.from(text)), separator))
      if (first.push(record) === maxRead) break;
  } catch (error) {
    // Those before the broken one tell enough.
    if (!(error instanceof UnreadableLine) || first.length === 0) throw error;
  }
  return first;
}

/**
 * The separator of a text: the one by which most of its first records have the same number of cells, if that is more than
 * one; of several the one with the most cells.
 */
export async function detectSeparator(text: string): Promise<Separator> {
  const rated = await Promise.all(
    separators.map(async separator => {
      const records = await firstRecords(text, separator).catch(() => null);
      // Nothing but this separator.
      if (records?.length === 0) return { separator, cells: 1, share: 1 };
      const counts = Map.groupBy(
        (records ?? []).map(({ cells }) => cells.length).filter(length => length > 1),
        length => length,
      );
      const best = [...counts].reduce((one, other) => (other[1].length > one[1].length ? other : one), [
        0,
        [],
      ] as [number, number[]]);
      return { separator, cells: best[0], share: best[1].length / Math.max(1, records?.length ?? 0) };
    }),
  );
  return rated.reduce((one, other) =>
    other.share > one.share || (other.share === one.share && other.cells > one.cells) ? other : one,
  ).separator;
}
