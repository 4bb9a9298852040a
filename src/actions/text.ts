import type { z } from 'zod';
import { Failure } from '../failure.ts';

// What people type means what the schema says that the value has to fit.

/** The schema inside of what only says that a value may be missing or is changed on the way. */
function core(schema: z.ZodType): z.ZodType {
  const { innerType, in: from } = schema.def as unknown as { innerType?: z.ZodType; in?: z.ZodType };
  const inner = innerType ?? from;
  return inner ? core(inner) : schema;
}

/** What a text says, for the schema to judge. Throws validation where it cannot be read; `name` is its field's. */
export function read(schema: z.ZodType, text: string, name: string): unknown {
  const inner = core(schema);
  switch (inner.type) {
    case 'array':
      return text.split(separator(inner as z.ZodArray<z.ZodType>));
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
 * A form's values, with null for what was emptied: of the fields that it sent, those that say nothing and whose schema
 * takes null. On the command line nothing is emptied by a blank; there it is a mistake.
 */
export function emptied(input: z.ZodObject, sent: Iterable<string>, values: Record<string, unknown>) {
  const names = [...new Set(sent)].filter(name => Object.hasOwn(input.shape, name));
  const empty = names.filter(
    name => isBlank(values[name]) && (input.shape[name] as z.ZodType).safeParse(null).success,
  );
  return { ...values, ...Object.fromEntries(empty.map(name => [name, null])) };
}

const isBlank = (value: unknown) => value === undefined || (typeof value === 'string' && value.trim() === '');

/** Names stand behind one another with commas between them, texts under each other. */
const separator = ({ element }: z.ZodArray<z.ZodType>) =>
  core(element).type === 'enum' ? /\s*,\s*/ : /\r?\n/;

function wholeNumber(text: string, name: string): number {
  if (/^-?\d{1,15}$/.test(text.trim())) return Number(text);
  throw new Failure('validation', `${name} must be a whole number.`, name);
}

function trueOrFalse(text: string, name: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new Failure('validation', `${name} must be one of true, false.`, name);
}

/** Null where it is no JSON, which no schema of a field takes. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
