import { count } from '../formatting/index.ts';
import type { ClientField } from '../records/clientFields.ts';
import { cut } from '../vocabulary/cut.ts';
import { isBlank, storable } from '../vocabulary/text.ts';
import { decode, detectEncoding, type Encoding, otherKind } from './encodings.ts';
import { fieldsOfHeadings, headingsAt } from './headings.ts';
import { detectSeparator, firstRecords, type Separator, UnreadableLine } from './records.ts';

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
/** How much is kept of the name of a column, and looked at of any cell: more than a field may have. */
const headingLength = 500;
export const maxCellLength = 10_000;

/** How a file is read. */
export interface Settings {
  encoding: Encoding;
  separator: Separator;
  /** Lines with text that are left out at the beginning, such as a title, as a page shows them. */
  above?: string[];
  /** Whether the line after them has the names of the columns. */
  hasHeadings: boolean;
  /** The names of the columns, if it has. */
  headings?: string[];
  /** The field of each column; null: the column is left out. */
  columns: (ClientField | null)[];
  /** Words whose letters depend on the encoding (detectEncoding). */
  doubtful?: string[];
}

/** How a person says that a file is read; what isn't given is guessed. */
type Reading = Pick<Settings, 'encoding' | 'separator' | 'doubtful'> & {
  hasHeadings?: boolean;
  /** How many lines with text are left out at the beginning. */
  skipped?: number;
};

/** A file as it is understood, or the rule that it breaks, as the end of a sentence that begins with the file. */
type DetectedFormat =
  | { settings: Settings; preview: string[][]; rule?: never }
  | { rule: string; settings?: never };

/** The text of the beginning of a file, without a last line of which a part may be missing. */
function headOf(bytes: Buffer, encoding: Encoding, isWhole = bytes.length <= headBytes): string {
  const text = decode(bytes.subarray(0, headBytes), encoding);
  return isWhole ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}

/** Finds out how to read a file. */
export async function detectFormat(bytes: Buffer): Promise<DetectedFormat> {
  if (bytes.length > maxFileBytes) return { rule: sizeRule };
  const kind = otherKind(bytes);
  if (kind !== null) return { rule: `is ${kind}. Save it as CSV, then choose that file` };
  const { encoding, doubtful } = detectEncoding(bytes);
  const separator = await detectSeparator(headOf(bytes, encoding));
  return readAs(bytes, bytes.length <= headBytes, { encoding, separator, doubtful });
}

/** Reads the beginning of a file in a given way. */
export async function readAs(
  head: Buffer,
  isWhole: boolean,
  { encoding, separator, doubtful = [], hasHeadings, skipped }: Reading,
): Promise<DetectedFormat> {
  try {
    const all = await firstRecords(headOf(head, encoding, isWhole), separator);
    const records = all.map(({ cells }) => cells.map(cell => cell.slice(0, maxCellLength)));
    if (records.length === 0) return { rule: 'has no lines with text' };
    if (records.some(({ length }) => length > maxColumns))
      return { rule: `has more than ${maxColumns} columns` };
    const guessed = headingsAt(records);
    const from = skipped ?? (hasHeadings === false ? 0 : (guessed ?? 0));
    const lines = records.slice(from);
    const [first] = lines;
    if (first === undefined) return { rule: 'has no lines with text after those that are left out' };
    const count = Math.max(...lines.map(cells => cells.length));
    const withHeadings = hasHeadings ?? headingsAt(lines) === 0;
    const columns = withHeadings ? fieldsOfHeadings(first) : fieldsOfCells(lines);
    return {
      settings: {
        encoding,
        separator,
        ...(from > 0 && { above: records.slice(0, from).map(textOf) }),
        hasHeadings: withHeadings,
        ...(withHeadings && { headings: first.map(cell => cut(shown(cell), headingLength)) }),
        columns: Array.from({ length: count }, (_, at) => columns[at] ?? null),
        ...(doubtful.length > 0 && { doubtful }),
      },
      preview: lines.slice(0, previewLines).map(cells => cells.map(cell => cut(shown(cell), previewLength))),
    };
  } catch (error) {
    if (error instanceof UnreadableLine) return { rule: `can’t be read: ${error.message}` };
    throw error;
  }
}

/** The text of a line that is left out. */
const textOf = (cells: readonly string[]): string =>
  cut(
    cells
      .map(shown)
      .filter(cell => !isBlank(cell))
      .join(' '),
    previewLength,
  );

const shown = (cell: string): string => storable(cell.trim());

/** Without headings: addresses are known by their sign, and the first other column is the name. */
function fieldsOfCells(records: readonly string[][]): (ClientField | null)[] {
  const length = Math.max(...records.map(cells => cells.length));
  const isEmail = (at: number) => {
    const filled = records.map(cells => cells[at]?.trim() ?? '').filter(cell => cell !== '');
    return filled.length > 0 && filled.filter(looksLikeEmail).length > filled.length / 2;
  };
  const emails = Array.from({ length }, (_, at) => isEmail(at));
  const [email, name] = [emails.indexOf(true), emails.indexOf(false)];
  return emails.map((_, at) => (at === email ? 'email' : at === name ? 'name' : null));
}

/** Whether a text has an at sign within and no white space. */
const looksLikeEmail = (text: string): boolean => {
  const at = text.indexOf('@');
  return at > 0 && at < text.length - 1 && !/\s/.test(text);
};
