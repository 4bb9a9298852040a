import type { Issue } from '../../admission/check.ts';
import { divide } from '../../money/totals.ts';
import { isBlank } from '../../vocabulary/text.ts';
import { isAsShown } from './changedFields.ts';
import { dayRule } from './dateField.ts';
import { splitTime } from './durationField.ts';
import type { Field } from './fields.ts';
import { isNumeric, type NumberNotation, numberText, parseNumber } from './numberField.ts';
import { filledRows } from './rows.ts';
import { hasPercentSign } from './units.ts';

/** A parsed form. */
interface ParsedForm {
  /** The values for the schema from which the fields were made. */
  values: Record<string, unknown>;
  /** The texts that could not be parsed, by the names of the form's fields. */
  issues: Issue[];
  /** The name of the form's field for a path in the values. Row numbers differ, because values skip blank rows. */
  nameOf: (path: string) => string;
}

/** Parses the fields of a form. `prefix`: the beginning of their names in the form. */
export function parseForm(
  fields: readonly Field[],
  form: URLSearchParams,
  notation: NumberNotation,
  prefix = '',
): ParsedForm {
  const values: Record<string, unknown> = {};
  const issues: Issue[] = [];
  const rows = new Map<string, number[]>();
  const isPercentage = ({ name, percentageOf }: Field) =>
    percentageOf !== undefined && hasPercentSign(form.get(prefix + name) ?? '');
  // A percentage is of what the other fields say.
  for (const field of fields.toSorted(
    (one, other) => Number(isPercentage(one)) - Number(isPercentage(other)),
  )) {
    const path = prefix + field.name;
    if (isPercentage(field)) {
      const typed = { ...field, kind: 'percent', min: 0, max: 10_000 } as const;
      const parsed = parseNumber(typed, form.get(path)!.replace(/[\u066a\uff05]/, '%'), notation);
      if ('rule' in parsed) issues.push({ path, rule: parsed.rule });
      else values[field.name] = Number(divide(field.percentageOf!(values) * BigInt(parsed.value), 10_000n));
    } else if (field.kind === 'rows') {
      const filled = filledRows(field, form);
      const parsed = filled.map(row => parseForm(field.columns, form, notation, `${path}.${row}.`));
      rows.set(path, filled);
      issues.push(...parsed.flatMap(({ issues }) => issues));
      if (filled.length > 0 || field.required) values[field.name] = parsed.map(({ values }) => values);
    } else {
      let texts = form.getAll(path);
      if (field.textName !== undefined && texts.length > 0) {
        const { time, text } = splitTime(texts[0]!, notation);
        texts = [time];
        if (text !== '') values[field.textName] = text;
      }
      const { value, rule = oddDay(field, form) } = parseField(field, texts, notation);
      if (rule !== undefined) issues.push({ path, rule });
      else if (value !== undefined) values[field.name] = value;
    }
  }
  const nameOf = (path: string) => {
    const [list = '', row, ...rest] = path.split('.');
    const inForm = rows.get(list)?.[Number(row)];
    return inForm === undefined ? path : [list, inForm, ...rest].join('.');
  };
  return { values, issues, nameOf };
}

/** The rule that a typed day breaks; undefined if it breaks none, or the form showed that day. */
function oddDay(field: Field, form: URLSearchParams): string | undefined {
  if (field.kind !== 'date' || field.hidden) return undefined;
  const rule = dayRule(form.get(field.name) ?? '');
  return isAsShown(field, form) ? undefined : rule;
}

/** The value of a field, undefined if it is missing; or the rule that its text breaks. */
function parseField(
  field: Field,
  texts: string[],
  notation: NumberNotation,
): { value?: unknown; rule?: string } {
  const { kind, options, required } = field;
  const [text] = texts;
  if (kind === 'checkbox') return { value: text !== undefined };
  if (kind === 'choices') return { value: texts };
  if (text === undefined) return {};
  if (kind === 'lines') return { value: text.split(/\r?\n/) };
  // Browsers send line breaks as two characters, which people count as one.
  if (kind === 'textarea') return { value: text.replaceAll('\r\n', '\n') };
  const isEmpty = isBlank(text);
  if (isNumeric(kind)) return isEmpty ? {} : parseNumber(field, text, notation);
  const isClosed = kind === 'select' && options.length > 0;
  return isEmpty && (!required || isClosed || kind === 'date') ? {} : { value: text };
}

/** Fills in a form in a way that `parseForm` parses back. */
export function filledIn(
  fields: readonly Field[],
  values: Record<string, unknown>,
  notation: NumberNotation,
  prefix = '',
): URLSearchParams {
  const form = new URLSearchParams();
  for (const field of fields) {
    const name = prefix + field.name;
    const value = values[field.name] ?? field.initial;
    if (value === undefined || value === null || value === false) continue;
    if (field.kind === 'rows') {
      for (const [row, inner] of (value as Record<string, unknown>[]).entries())
        for (const pair of filledIn(field.columns, inner, notation, `${name}.${row}.`)) form.append(...pair);
    } else {
      for (const text of textsOf(field, value, notation)) form.append(name, text);
    }
  }
  return form;
}

/** The texts of a value in a form: one, or one for each choice. */
function textsOf(field: Field, value: unknown, notation: NumberNotation): string[] {
  if (field.kind === 'choices') return value as string[];
  if (field.kind === 'checkbox') return ['on'];
  if (Array.isArray(value)) return [value.join('\n')];
  return [isNumeric(field.kind) ? numberText(field, value as number, notation) : String(value)];
}
