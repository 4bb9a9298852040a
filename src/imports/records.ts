import type { Options } from 'csv-parse';
import { ServiceError } from '../errors/serviceError.ts';

// The library that reads CSV is loaded with the first file, because most processes never read one.

export const separators = [',', ';', '\t'] as const;
export type Separator = (typeof separators)[number];

/** A line of a file; one with a quoted line break takes several lines. */
export interface CsvRecord {
  /** The line on which it begins, from 1. */
  line: number;
  cells: string[];
}

/** The most characters of a record, so that a quotation mark that is never closed doesn't take the whole file. */
const longestRecord = 200_000;

/** A file that can't be read from some line on, because of an error of the library. */
export class UnreadableLine extends ServiceError {
  constructor(line: number, { code }: BrokenRecord) {
    super(
      code === 'CSV_QUOTE_NOT_CLOSED'
        ? `line ${line} has a quotation mark that is never closed`
        : `line ${line} is too long, or has a quotation mark that is never closed`,
    );
  }
}

/** What the library says about a record that it can't read. */
interface BrokenRecord extends Error {
  code: 'CSV_QUOTE_NOT_CLOSED' | 'CSV_MAX_RECORD_SIZE';
  /** How many records it has read before. */
  records?: number;
}

const optionsOf = (delimiter: Separator): Options => ({
  delimiter,
  record_delimiter: '\n',
  info: true,
  relax_column_count: true,
  relax_quotes: true,
  max_record_size: longestRecord,
});

interface Parsed {
  record: string[];
  info: { lines: number };
}

const isBroken = (error: unknown): error is BrokenRecord =>
  ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'].includes((error as { code?: string }).code ?? '');

/** How many records tell how a file is read. */
const mostRead = 20;

/** The first records of a text, of which only the beginning may be known. Throws UnreadableLine. */
export async function firstRecords(text: string, separator: Separator): Promise<CsvRecord[]> {
  const { parse } = await import('csv-parse/sync');
  const records = (to: number) =>
    withLines(parse(text, { ...optionsOf(separator), to }) as unknown as Parsed[]);
  try {
    return records(mostRead);
  } catch (error) {
    if (!isBroken(error)) throw error;
    // Those before the broken one: the library counts records, and stops at the given one.
    const { records: before = 0 } = error;
    if (before > 0) return records(before);
    throw new UnreadableLine(1, error);
  }
}

function withLines(parsed: readonly Parsed[]): CsvRecord[] {
  let ends = 0;
  return parsed.map(({ record, info }) => {
    const line = ends + 1;
    ends = info.lines;
    return { line, cells: record };
  });
}

const chunkBytes = 65_536;

/** All records of a text, one after the other, so that others can work meanwhile. Throws UnreadableLine. */
export async function* recordsOf(text: string, separator: Separator): AsyncGenerator<CsvRecord> {
  const [{ parse }, { Readable }] = await Promise.all([import('csv-parse'), import('node:stream')]);
  const bytes = Buffer.from(text);
  const chunks = function* () {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  };
  // Where the records end that the library has read: it reads ahead of the loop below.
  let readTo = 0;
  const on_record: Options['on_record'] = (record, { lines }) => {
    readTo = lines;
    return record;
  };
  const parser = Readable.from(chunks()).pipe(parse({ ...optionsOf(separator), on_record }));
  let ends = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      yield { line: ends + 1, cells: record };
      ends = info.lines;
    }
  } catch (error) {
    throw isBroken(error) ? new UnreadableLine(readTo + 1, error) : error;
  }
}

/**
 * The separator of a text: the one by which most of its first records have the same number of cells, if that is more than
 * one; of several the one with the most cells.
 */
export async function detectSeparator(text: string): Promise<Separator> {
  const rated = await Promise.all(
    separators.map(async separator => {
      const records = await firstRecords(text, separator).catch(() => []);
      const counts = Map.groupBy(
        records.map(({ cells }) => cells.length).filter(length => length > 1),
        length => length,
      );
      const best = [...counts].reduce((one, other) => (other[1].length > one[1].length ? other : one), [
        0,
        [],
      ] as [number, number[]]);
      return { separator, cells: best[0], share: best[1].length / Math.max(1, records.length) };
    }),
  );
  return rated.reduce((one, other) =>
    other.share > one.share || (other.share === one.share && other.cells > one.cells) ? other : one,
  ).separator;
}

/** Whether a record has nothing in it. */
export const isEmpty = ({ cells }: Pick<CsvRecord, 'cells'>): boolean =>
  cells.every(cell => cell.trim() === '');
