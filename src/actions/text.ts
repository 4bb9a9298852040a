import type { z } from 'zod';
import { invalid } from '../errors/failure.ts';
import { isBlank } from '../vocabulary/text.ts';

// Reads what people type on the command line or in a form, by the schema that the value has to fit.

/** The innermost schema, without what wraps it to make the value optional or to change it. */
function innermost(schema: z.ZodType): z.ZodType {
  const { innerType, in: from } = schema.def as unknown as { innerType?: z.ZodType; in?: z.ZodType };
  const inner = innerType ?? from;
  return inner ? innermost(inner) : schema;
}

/**
 * Converts a text to a value, which the schema then checks. Throws validation, on the field `name`, if it can't be
 * converted.
 */
export function parseText(schema: z.ZodType, text: string, name: string): unknown {
  const inner = innermost(schema);
  switch (inner.type) {
    case 'array':
      return isListOfObjects(inner) ? parseJson(text) : elementsOf(inner as z.ZodArray<z.ZodType>, text);
    case 'record':
      return parseJson(text);
    case 'number':
      return wholeNumber(text, name);
    case 'boolean':
      return trueOrFalse(text, name);
    default:
      return text;
  }
}

/**
 * A form's values, with null for each field that was sent blank and whose schema takes null: the person emptied it.
 * For forms only: a blank option on the command line is a mistake.
 */
export function clearBlankFields(
  input: z.ZodObject,
  sent: Iterable<string>,
  values: Record<string, unknown>,
) {
  const names = [...new Set(sent)].filter(name => Object.hasOwn(input.shape, name));
  const empty = names.filter(
    name => isEmpty(values[name]) && (input.shape[name] as z.ZodType).safeParse(null).success,
  );
  return { ...values, ...Object.fromEntries(empty.map(name => [name, null])) };
}

const isEmpty = (value: unknown) => value === undefined || (typeof value === 'string' && isBlank(value));

const isListOfObjects = (schema: z.ZodType) =>
  innermost((schema as z.ZodArray<z.ZodType>).element).type === 'object';

/** The elements of a list: names with commas between them, texts with line breaks. */
const elementsOf = ({ element }: z.ZodArray<z.ZodType>, text: string): string[] =>
  innermost(element).type === 'enum' ? text.split(',').map(name => name.trim()) : text.split(/\r?\n/);

function wholeNumber(text: string, name: string): number {
  if (/^-?\d{1,15}$/.test(text.trim())) return Number(text);
  throw invalid(name, 'must be a whole number');
}

function trueOrFalse(text: string, name: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw invalid(name, 'must be one of true, false');
}

/** The value of a JSON text. Where the text is not JSON it is null, which no schema of a field takes. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
