import type { z } from 'zod';
import { type JsonSchema, jsonSchema } from '../../http/schema.ts';
import { choices, labelOf, rowName } from './labels.ts';

/** The control that a field has. */
export type Kind =
  | 'text'
  | 'email'
  | 'date'
  | 'textarea'
  /** A whole number. */
  | 'number'
  /** An integer in the currency's minor unit, typed as an amount. */
  | 'money'
  /** An integer in basis points, typed as a percentage. */
  | 'percent'
  /** An integer in hundredths, typed as a decimal number. */
  | 'hundredths'
  | 'millionths'
  /** An integer of minutes, typed as hours and minutes. */
  | 'duration'
  | 'select'
  | 'checkbox'
  /** Any number of fixed options: a checkbox for each. */
  | 'choices'
  /** A text per line. */
  | 'lines'
  /** A file; its value is the file's bytes in base64. */
  | 'file'
  /** An object per row; blank rows are ignored. */
  | 'rows';

/** How a field looks in a form, as far as its schema doesn't determine it. */
export interface FieldOptions {
  label?: string;
  hint?: string | undefined;
  kind?: Kind;
  /** Whether it is a hidden field, which sends back the state that the person saw. */
  hidden?: boolean;
  /** For a hidden field of rows: whether a row that has it counts as filled in, although nothing is typed into it. */
  marksRow?: boolean;
  /** For select and choices, in place of the schema's: each value with its label. */
  options?: readonly (readonly [value: string, label: string])[];
  /** For a select that isn't required: the label of its blank option. */
  blank?: string;
  /** For textarea: how many lines it shows; by default 4. */
  rows?: number;
  /** The value of HTML's autocomplete attribute, like `one-time-code`. */
  autocomplete?: string;
  /** For file: the types of files that the browser offers, as in HTML's accept attribute. */
  accept?: string;
  /** For rows: how many blank ones follow the filled ones; by default 3. */
  blankRows?: number;
  /** For rows: the looks of the fields in each. */
  fields?: Record<string, FieldOptions>;
  /** The heading of its group of fields. */
  section?: string;
  /** For duration: the name of the field that takes a text typed after it. */
  textName?: string;
  /** For money: the amount, given the form's values, of which a typed percentage is taken. Without it percentages are rejected. */
  percentageOf?: (values: Record<string, unknown>) => bigint;
  /** Whether the form requires it although the schema doesn't. */
  required?: boolean;
}

/** A field of a form. */
export interface Field extends Omit<FieldOptions, 'fields'> {
  name: string;
  label: string;
  kind: Kind;
  required: boolean;
  options: readonly (readonly [value: string, label: string])[];
  min?: number | undefined;
  /** The greatest number, or the most rows. */
  max?: number | undefined;
  /** The most code points; for lines, of each line. */
  maxLength?: number | undefined;
  /** The initial value. */
  initial?: unknown;
  /** For rows: the fields of each. */
  columns: readonly Field[];
}

/** The fields of a form, from the zod object that it sends and how the fields should look. */
export function fieldsOf(schema: z.ZodType, looks: Record<string, FieldOptions> = {}): Field[] {
  return ofObject(jsonSchema(schema, 'input'), looks);
}

function ofObject(
  { properties = {}, required = [] }: JsonSchema,
  looks: Record<string, FieldOptions>,
): Field[] {
  return Object.entries(properties).map(([name, given]) => {
    const property = notNull(given as JsonSchema);
    const { fields, ...look } = looks[name] ?? {};
    const items = notNull((property.items ?? {}) as JsonSchema);
    const values = (property.enum ?? items.enum ?? []) as string[];
    return {
      name,
      label: labelOf(name),
      kind: kindOf(name, property, items),
      required: required.includes(name),
      options: choices(values),
      min: property.minimum,
      max: property.maximum ?? property.maxItems,
      maxLength: property.maxLength ?? items.maxLength,
      initial: property.default,
      columns: items.type === 'object' ? ofObject(items, fields ?? {}) : [],
      ...look,
    };
  });
}

/** A nullable schema without null. */
const notNull = (schema: JsonSchema): JsonSchema =>
  (schema.anyOf?.find(option => (option as JsonSchema).type !== 'null') as JsonSchema | undefined) ?? schema;

/** A text that may be longer than this, in code points, gets a textarea. */
const maxLineLength = 500;

function kindOf(
  name: string,
  { type, format, maxLength = 0, enum: values }: JsonSchema,
  items: JsonSchema,
): Kind {
  if (values) return 'select';
  if (type === 'boolean') return 'checkbox';
  if (type === 'array') return items.enum ? 'choices' : items.type === 'object' ? 'rows' : 'lines';
  if (type === 'integer' || type === 'number') {
    if (name.endsWith('Cents') || name === 'cents') return 'money';
    if (name.endsWith('Bps')) return 'percent';
    if (/minutes$/i.test(name)) return 'duration';
    if (name.endsWith('Millionths')) return 'millionths';
    return name.endsWith('Hundredths') ? 'hundredths' : 'number';
  }
  if (format === 'date') return 'date';
  if (/email$/i.test(name)) return 'email';
  return maxLength > maxLineLength ? 'textarea' : 'text';
}

/**
 * The label of the field at a path, for messages, and the field of the form to link to: none if it is hidden or not on
 * the form. Rows and lines are counted from 1.
 */
export function labelAt(fields: readonly Field[], path: string): { label: string; field?: string } {
  const [name = '', at, column] = path.split('.');
  const found = fields.find(field => field.name === name);
  if (found === undefined) return { label: path };
  const { label, kind, hidden, columns } = found;
  const row = Number(at);
  if (Number.isNaN(row) || kind === 'choices') return hidden ? { label } : { label, field: name };
  if (kind === 'lines') return { label: `${label}, line ${row + 1}`, field: name };
  const inner = columns.find(field => field.name === column);
  if (inner === undefined) return { label: rowName(found, row), field: name };
  return { label: `${rowName(found, row)}, ${inner.label}`, field: path };
}
