import { cut } from '../vocabulary/cut.ts';
import { oneLine } from '../vocabulary/text.ts';
import type { Noun, Verb } from './verb.ts';

type Row = Record<string, unknown>;

/** An answer for a person: aligned, one line per row of a list and per field of a record. */
export function print(answer: Row, verb: Verb, { none = '-' }: Noun): string {
  const [name, value] = Object.entries(answer)[0]!;
  if (Array.isArray(value)) {
    const rest = Object.entries(answer).slice(1);
    const list = value.length === 0 ? `No ${name}.` : table(value, verb, none);
    return [list, ...rest.map(([field, part]) => `${heading(field)}: ${cell(part, none)}`)].join('\n\n');
  }
  const fields = Object.entries(answer).flatMap(([field, part]) =>
    isRecord(part) ? Object.entries(part) : [[field, part] as const],
  );
  const lines = align(fields.map(([field, part]) => [heading(field), cell(part, none)]));
  // A list inside a record follows the record as a table of its own.
  const tables = fields.flatMap(([field, part]) =>
    isList(part) ? [`${heading(field).toUpperCase()}\n${table(part, {}, none)}`] : [],
  );
  const notes = 'secret' in answer ? ['This is the only time that the secret is shown.'] : [];
  return [lines, ...tables, ...notes].join('\n\n');
}

function table(rows: Row[], { columns = everyField(rows[0]!) }: Pick<Verb, 'columns'>, none: string): string {
  const cells = rows.map(row =>
    Object.values(columns).map(fields =>
      typeof fields === 'function'
        ? cell(fields(row as never), none)
        : fields
            .split(' ')
            .map(field => listed(field, cell(row[field], none)))
            .join(' '),
    ),
  );
  return align([Object.keys(columns).map(name => name.toUpperCase()), ...cells]);
}

/** The fields that people fill in as they like. A long one would make every row of its list as wide, so lists cut it. */
const freeTexts = new Set(['record', 'name', 'label', 'description']);
const maxInListLength = 60;
const listed = (field: string, text: string) => (freeTexts.has(field) ? cut(text, maxInListLength) : text);

const everyField = (row: Row) => Object.fromEntries(Object.keys(row).map(field => [heading(field), field]));

const heading = (field: string) => field.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);

// On one line, without control characters that a terminal would obey: some of the text was written by strangers.
function cell(value: unknown, none: string): string {
  if (value === null) return none;
  if (isRecord(value)) return oneLine(JSON.stringify(value));
  if (isList(value)) return `${value.length}`;
  return oneLine(Array.isArray(value) ? value.join(', ') : String(value)) || none;
}

function align(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map(row => row[column]!.length)));
  return rows
    .map(row =>
      row
        .map((text, column) => text.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const isRecord = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: unknown): value is Row[] => Array.isArray(value) && value.some(isRecord);
