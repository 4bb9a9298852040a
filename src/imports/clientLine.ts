import { type Issue, validate } from '../admission/check.ts';
import { countryNamed } from '../formatting/countries.ts';
import { languageNamed } from '../formatting/languages.ts';
import { snakeCase } from '../records/columns.ts';
import { isBlank } from '../vocabulary/text.ts';
import { type ClientField, clientInput, joinedBy, valuesOf } from './clientFields.ts';
import type { CsvRecord } from './records.ts';

/** What is wrong with a field of a line; without a field, with the line. */
export interface Problem {
  field: string;
  rule: string;
}

/** A line of a file, for corkboard.store_import_rows. `client`: its columns by name; the fields as in the file if it is faulty. */
export interface ImportLine {
  line: number;
  client: Record<string, unknown>;
  problems?: Problem[];
}

/** What our own files put before a text that a spreadsheet would take for a formula (src/exports/csv.ts). */
const escaped = /^'(?=[=+\-@\t\r\n＝＋－＠])/;

/** The client of a line, or what is wrong with it: the checks are those of a client that a person changes. */
export function clientOf({ line, cells }: CsvRecord, columns: readonly (ClientField | null)[]): ImportLine {
  const texts = textsOf(cells, columns);
  if (!texts.has('name') && texts.has('company')) {
    texts.set('name', texts.get('company')!);
    texts.delete('company');
  }
  const values = Object.fromEntries([...texts].map(([field, text]) => [field, valueIn(field, text)]));
  const checked = validate(clientInput, values);
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
  return problems.length === 0
    ? { line, client: columnsOf(checked.value as Record<string, unknown>) }
    : {
        line,
        client: Object.fromEntries([...texts].map(([field, text]) => [field, storable(text)])),
        problems,
      };
}

const unreadable = 'has a character that can’t be read: check the encoding of the file';

/** The texts of the fields; none of those that are blank. */
function textsOf(
  cells: readonly string[],
  columns: readonly (ClientField | null)[],
): Map<ClientField, string> {
  const texts = new Map<ClientField, string>();
  for (const [at, field] of columns.entries()) {
    const text = (cells[at] ?? '').replace(escaped, '').trim();
    if (field === null || isBlank(text)) continue;
    const before = texts.get(field);
    texts.set(field, before === undefined ? text : `${before}${joinedBy[field] ?? ' '}${text}`);
  }
  return texts;
}

/** What a file may have in place of the code that the form sends. */
const country = 'must be the name or the code of a country, like Germany or DE';
const ownRules: Record<ClientField, string> = { country, eInvoiceCountry: country };

const problemOf = ({ path, rule }: Issue): Problem => ({ field: path, rule: ownRules[path] ?? rule });

/** The longest text of a faulty line that is kept, in UTF-16 units. */
const longestKept = 1_000;
const storable = (text: string): string =>
  text.slice(0, longestKept).replaceAll('\0', '\ufffd').toWellFormed();

/** The columns of a client by name. */
const columnsOf = (client: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(client).map(([field, value]) => [snakeCase(field), value]));

/** A text as the schema of its field takes it: files write codes, countries and languages in many ways. */
function valueIn(field: ClientField, text: string): unknown {
  if (field === 'paymentTermDays') return /^\d{1,9}$/.test(text) ? Number(text) : text;
  if (field === 'country' || field === 'eInvoiceCountry') return countryCode(text);
  if (field === 'language') return languageCode(text);
  const values = valuesOf(field);
  return values?.find(value => value === text.toLowerCase().replaceAll(' ', '_')) ?? text;
}

const countryCode = (text: string) => countryNamed(text.toUpperCase()) ?? countryNamed(text) ?? text;

/** The code of a language that is given by its name, or with a country as in `de-AT`. */
const languageCode = (text: string): string => {
  const [code] = text.toLowerCase().split(/[-_]/);
  const known = valuesOf('language')!;
  return languageNamed(text, known) ?? known.find(one => one === code) ?? text;
};
