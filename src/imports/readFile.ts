import { count } from '../formatting/index.ts';
import { cut } from '../vocabulary/cut.ts';
import type { ClientField } from './clientFields.ts';
import { decode, detectEncoding, type Encoding, otherKind } from './encodings.ts';
import { areHeadings, fieldsOfHeadings } from './headings.ts';
import { detectSeparator, firstRecords, isEmpty, type Separator, UnreadableLine } from './records.ts';

/** The largest file, in bytes, and the rule that a larger one breaks. */
export const maxFileBytes = 10 * 1024 * 1024;
export const maxFileSize = '10 MB';
export const sizeRule = `must be at most ${maxFileSize}`;
/** The most clients of a file, also as people read it. */
export const maxClients = 10_000;
export const maxClientsText = count(maxClients, 'en-US');
/** The most columns of a file. */
export const maxColumns = 100;

/** How many bytes of a file are read to see what its columns are. */
const headBytes = 65_536;
/** How many of its first lines a page shows, and how much of each cell. */
const previewLines = 4;
const previewLength = 60;

/** How a file is read. */
export interface Settings {
  encoding: Encoding;
  separator: Separator;
  /** Whether the first line has the names of the columns. */
  hasHeadings: boolean;
  /** The field of each column; null: the column is left out. */
  columns: (ClientField | null)[];
}

/** A file as it is understood, or the rule that it breaks, as the end of a sentence that begins with the file. */
export type Understood =
  | { settings: Settings; preview: string[][]; rule?: never }
  | { rule: string; settings?: never };

/** The text of the beginning of a file, without a last line of which a part may be missing. */
function headOf(bytes: Buffer, encoding: Encoding, isWhole = bytes.length <= headBytes): string {
  const text = decode(bytes.subarray(0, headBytes), encoding);
  return isWhole ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}

/** Finds out how to read a file. */
export async function understand(bytes: Buffer): Promise<Understood> {
  if (bytes.length > maxFileBytes) return { rule: sizeRule };
  const kind = otherKind(bytes);
  if (kind !== null) return { rule: `is ${kind}. Save it as CSV, then choose that file` };
  const encoding = detectEncoding(bytes);
  const separator = await detectSeparator(headOf(bytes, encoding));
  return readAs(bytes, bytes.length <= headBytes, { encoding, separator });
}

/**
 * Reads the beginning of a file in a given way. `hasHeadings`: whether its first line has headings; by default it is guessed.
 */
export async function readAs(
  head: Buffer,
  isWhole: boolean,
  { encoding, separator, hasHeadings }: Pick<Settings, 'encoding' | 'separator'> & { hasHeadings?: boolean },
): Promise<Understood> {
  try {
    const all = await firstRecords(headOf(head, encoding, isWhole), separator);
    const records = all.filter(record => !isEmpty(record)).map(({ cells }) => cells);
    const [first] = records;
    if (first === undefined) return { rule: 'has no lines with text' };
    const count = Math.max(...records.map(cells => cells.length));
    if (count > maxColumns) return { rule: `has more than ${maxColumns} columns` };
    const withHeadings = hasHeadings ?? areHeadings(first);
    const columns = withHeadings ? fieldsOfHeadings(first) : fieldsOfCells(records);
    return {
      settings: {
        encoding,
        separator,
        hasHeadings: withHeadings,
        columns: Array.from({ length: count }, (_, at) => columns[at] ?? null),
      },
      preview: records
        .slice(0, previewLines)
        .map(cells => cells.map(cell => cut(shown(cell), previewLength))),
    };
  } catch (error) {
    if (error instanceof UnreadableLine) return { rule: `can’t be read: ${error.message}` };
    throw error;
  }
}

/** A cell as JSON in the database can hold it. */
const shown = (cell: string): string => cell.trim().replaceAll('\0', '\ufffd').toWellFormed();

/** Without headings: addresses are known by their sign, and the first other column is the name. */
function fieldsOfCells(records: readonly string[][]): (ClientField | null)[] {
  const length = Math.max(...records.map(cells => cells.length));
  const isEmail = (at: number) => {
    const filled = records.map(cells => cells[at]?.trim() ?? '').filter(cell => cell !== '');
    return filled.length > 0 && filled.filter(cell => /^\S+@\S+$/.test(cell)).length > filled.length / 2;
  };
  const emails = Array.from({ length }, (_, at) => isEmail(at));
  const [email, name] = [emails.indexOf(true), emails.indexOf(false)];
  return emails.map((_, at) => (at === email ? 'email' : at === name ? 'name' : null));
}
