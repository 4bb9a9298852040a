import { z } from 'zod';
import { setClient } from '../actions/client.ts';
import { type Issue, validate } from '../admission/check.ts';
import { countryNamed } from '../formatting/countries.ts';
import { languageNamed } from '../formatting/languages.ts';
import { type ClientField, clientFields } from '../records/clientFields.ts';
import { columnsOf } from '../records/columns.ts';
import { contactsIn } from '../records/contacts.ts';
import { isBlank, storable } from '../vocabulary/text.ts';
import { maxCellLength } from './readFile.ts';
import type { CsvRecord } from './records.ts';

/** A fault of a field of a line; without a field, of the line. */
export interface Problem {
  field: string;
  rule: string;
}

/** A line of a file, for corkboard.store_import_rows. `client`: its columns by name; the fields as in the file if it is faulty. */
export interface ImportLine {
  line: number;
  client: Record<string, unknown>;
  problems?: Problem[];
  /** All cells as they stand in the file, which are kept of a faulty line. */
  cells: string[];
}

/** The character that our own files put before a text that a spreadsheet would take for a formula (src/exports/csv.ts). */
const escaped = /^'(?=[=+\-@\t\r\n＝＋－＠])/;

/** The client of a line, or what is wrong with it: the checks are those of a client that a person changes. */
export function clientOf({ line, cells }: CsvRecord, columns: readonly (ClientField | null)[]): ImportLine {
  const texts = textsOf(cells, columns);
  if (!texts.has('name') && texts.has('company')) {
    texts.set('name', texts.get('company')!);
    texts.delete('company');
  }
  const values = Object.fromEntries([...texts].map(([field, text]) => [field, valueIn(field, text)]));
  const checked = validate(setClient.input, values);
  const problems = [
    ...(texts.has('name') ? [] : [{ field: 'name', rule: 'is required' }]),
    ...(cells.slice(columns.length).every(isBlank)
      ? []
      : [{ field: '', rule: 'has more columns than the first line' }]),
    ...[...texts]
      .filter(([, text]) => text.includes('\ufffd'))
      .map(([field]) => ({ field, rule: unreadable })),
    ...(checked.issues ?? []).map(problemOf),
  ];
  const stored = { line, cells: cells.map(storable) };
  if (problems.length === 0)
    return { ...stored, client: columnsOf(checked.value as Record<string, unknown>) };
  const shown = [...texts].map(([field, text]) => [field, storable(text.slice(0, maxKeptLength))]);
  return { ...stored, client: Object.fromEntries(shown), problems };
}

const unreadable = 'has a character that can’t be read: check the encoding of the file';

/** The texts of the fields; none of those that are blank. */
function textsOf(
  cells: readonly string[],
  columns: readonly (ClientField | null)[],
): Map<ClientField, string> {
  const texts = new Map<ClientField, string>();
  for (const [at, field] of columns.entries()) {
    if (field === null) continue;
    const cell = (cells[at] ?? '').slice(0, maxCellLength).replace(escaped, '').trim();
    const { joinedBy = ' ' } = clientFields[field];
    const text = joinedBy === '\n' ? cell : cell.replace(/\s+/g, ' ');
    if (isBlank(text)) continue;
    const before = texts.get(field);
    texts.set(field, before === undefined ? text : `${before}${joinedBy}${text}`);
  }
  return texts;
}

/** Other spellings that a file may have for the code that the form sends. */
const country = 'must be the name or the code of a country, like Germany or DE';
const ownRules: Record<string, string> = { country, eInvoiceCountry: country };

const problemOf = ({ path, rule }: Issue): Problem => ({ field: path, rule: ownRules[path] ?? rule });

/** How much a page needs of a text of a faulty line, in UTF-16 units. */
const maxKeptLength = 1_000;

/** A text as the schema of its field takes it: files write codes, countries and languages in many ways. */
function valueIn(field: ClientField, text: string): unknown {
  if (field === 'paymentTermDays') return daysIn(text) ?? text;
  if (field === 'country' || field === 'eInvoiceCountry') return countryCode(text);
  if (field === 'language') return languageCode(text);
  if (field === 'contacts') return contactsIn(text);
  return valuesOf(field).find(value => value === text.toLowerCase().replaceAll(' ', '_')) ?? text;
}

/** The values of a field that has a closed list of them. */
function valuesOf(field: ClientField): readonly string[] {
  const { schema } = clientFields[field];
  return schema instanceof z.ZodEnum ? (schema.options as string[]) : [];
}

/** The text around the days of a payment term: `Net 30`, `30 Tage netto`, `30 jours`. */
const termWords =
  /^(?:net|netto|days?|tagen?|jours?|nets?|d[ií]as?|giorni|dagen|zahlbar|innerhalb|within|von|in|n)$/;
const dueAtOnce = [
  'due on receipt',
  'due upon receipt',
  'on receipt',
  'immediate',
  'immediately',
  'sofort',
  'a reception',
  'à réception',
];

/** The days of a payment term; undefined if it says anything else too, such as a discount. */
function daysIn(text: string): number | undefined {
  if (text.length > 40) return undefined;
  const words = text.toLowerCase().match(/\d+|\p{L}+|[^\s\p{L}\d./]/gu) ?? [];
  if (dueAtOnce.includes(words.join(' '))) return 0;
  const [days, ...others] = words.filter(word => !termWords.test(word));
  return others.length === 0 && /^\d{1,9}$/.test(days ?? '') ? Number(days) : undefined;
}

const countryCode = (text: string) => countryNamed(text.toUpperCase()) ?? countryNamed(text) ?? text;

/** The code of a language that is given by its name, or with a country as in `de-AT`. */
const languageCode = (text: string): string => {
  const [code] = text.toLowerCase().split(/[-_]/);
  const known = valuesOf('language');
  return languageNamed(text, known) ?? known.find(one => one === code) ?? text;
};
