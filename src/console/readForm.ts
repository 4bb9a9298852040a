import { decimal, type Notation, parseDecimal } from '../decimal.ts';
import { Failure } from '../failure.ts';
import { digitsOf } from '../figures.ts';
import type { Field, Kind } from './fields.ts';
import { faultOfUnit } from './units.ts';

/** How many digits after the point people type for an integer of this kind; null: the kind has no point. */
function digits(kind: Kind, currency: string): number | null {
  if (kind === 'money') return digitsOf(currency);
  return kind === 'percent' || kind === 'hundredths' ? 2 : null;
}

/** How the numbers of a form are written, and what its amounts are in. */
export type Written = Required<Notation>;

/** Whether a number is typed into the field, or into one of its rows. */
export const isNumber = ({ kind, columns }: Field): boolean =>
  kind === 'number' || digits(kind, '') !== null || columns.some(isNumber);

/** Only amounts are written as the currency has it. */
const notationOf = ({ kind }: Field, { locale, currency }: Written): Notation =>
  kind === 'money' ? { locale, currency } : { locale };

/** What was read from a form: values for its schema, and the failures of texts that could not be read. */
export interface Brought {
  values: Record<string, unknown>;
  failures: Failure[];
  /** The form's name of the field at a path in the values. They differ in the numbers of rows, as values leave blank rows out. */
  nameOf: (path: string) => string;
}

/** Reads what was typed into the fields. */
export function readForm(fields: readonly Field[], form: URLSearchParams, written: Written): Brought {
  const values: Record<string, unknown> = {};
  const failures: Failure[] = [];
  const rows = new Map<string, number[]>();
  for (const field of fields) {
    if (field.kind === 'rows') {
      const filled = filledRows(field, form);
      rows.set(field.name, filled);
      const read = filled.map(row => readForm(named(field, row), form, written));
      failures.push(...read.flatMap(({ failures }) => failures));
      const bare = read.map(row => strip(row.values));
      if (bare.length > 0 || field.required) values[field.name] = bare;
      continue;
    }
    try {
      const value = readField(field, form.getAll(field.name), written);
      if (value !== undefined) values[field.name] = value;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failures.push(error);
    }
  }
  const nameOf = (path: string) =>
    path.replace(/^(\w+)\.(\d+)/, (_, name, row) => `${name}.${rows.get(name)?.[Number(row)] ?? row}`);
  return { values, failures, nameOf };
}

/** The fields of one row, as the form names them. */
export const named = ({ name, columns }: Field, row: number): Field[] =>
  columns.map(column => ({ ...column, name: `${name}.${row}.${column.name}` }));

const strip = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name.replace(/^.*\./, ''), value]));

/** The numbers of the rows in which something was typed; there are none beyond the most that the field takes. */
export function filledRows({ name, columns, most = Infinity }: Field, form: URLSearchParams): number[] {
  const typed = columns.filter(({ kind, hidden }) => !hidden && !['select', 'checkbox'].includes(kind));
  const rows = new Set<number>();
  for (const [key, text] of form) {
    const [, list, row, column] = /^(\w+)\.(\d{1,3})\.(\w+)$/.exec(key) ?? [];
    if (
      list === name &&
      Number(row) < most &&
      text.trim() !== '' &&
      typed.some(({ name }) => name === column)
    )
      rows.add(Number(row));
  }
  return [...rows].sort((a, b) => a - b);
}

/** The value of a field; undefined: it was left out. Throws validation where the text cannot be read. */
function readField(field: Field, texts: string[], written: Written): unknown {
  const { kind, options, required } = field;
  const [text] = texts;
  if (kind === 'checkbox') return text !== undefined;
  if (kind === 'choices') return texts;
  if (text === undefined) return undefined;
  if (kind === 'lines') return text.split(/\r?\n/);
  // A browser sends line breaks as two characters, which a person counts as one.
  if (kind === 'textarea') return text.replaceAll('\r\n', '\n');
  if (kind === 'number' || digits(kind, written.currency) !== null) return readNumber(field, text, written);
  const isClosed = kind === 'select' && options.length > 0;
  return text.trim() === '' && (!required || isClosed || kind === 'date') ? undefined : text;
}

function readNumber(field: Field, text: string, written: Written): number | undefined {
  const { name, kind, least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER } = field;
  if (text.trim() === '') return undefined;
  const places = digits(kind, written.currency) ?? 0;
  const notation = notationOf(field, written);
  const refuse = (must: string) => new Failure('validation', `${name} must be ${must}.`, name);
  const unitFault = faultOfUnit(kind, text, written);
  if (unitFault !== null) throw refuse(unitFault);
  const number = parseDecimal(text, places, notation);
  if (number === null) {
    throw refuse(
      places > 0
        ? `a number like ${decimal(12_345 * 10 ** (places - 1), places, notation)}`
        : 'a whole number, like 1234',
    );
  }
  const shown = (bound: number) => decimal(bound, places, notation);
  if (number < least) throw refuse(`at least ${shown(least)}`);
  if (number > most) throw refuse(`at most ${shown(most)}`);
  return number;
}

/** A form that is filled in with values, as `readForm` would read them again. */
export function filledIn(
  fields: readonly Field[],
  values: Record<string, unknown>,
  written: Written,
): URLSearchParams {
  const form = new URLSearchParams();
  for (const field of fields) {
    const value = values[field.name] ?? field.initial;
    if (value === undefined || value === null || value === false) continue;
    if (field.kind === 'rows') {
      for (const [row, inner] of (value as Record<string, unknown>[]).entries()) {
        const all = Object.fromEntries(
          Object.entries(inner).map(([name, one]) => [`${field.name}.${row}.${name}`, one]),
        );
        for (const pair of filledIn(named(field, row), all, written)) form.append(...pair);
      }
    } else if (field.kind === 'choices') {
      for (const one of value as string[]) form.append(field.name, one);
    } else form.append(field.name, textOf(field, value, written));
  }
  return form;
}

function textOf(field: Field, value: unknown, written: Written): string {
  const { kind } = field;
  if (Array.isArray(value)) return value.join('\n');
  const places = digits(kind, written.currency);
  if (places === null) return kind === 'checkbox' ? 'on' : String(value);
  const text = decimal(value as number, places, notationOf(field, written));
  return kind === 'money' ? text : text.replace(/\D?0+$/, '');
}
