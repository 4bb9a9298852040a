import type { z } from 'zod';
import { check } from '../admission/check.ts';
import { Failure } from '../failure.ts';

// The command line and forms both deliver text. What it means follows from the schema that the value has to fit.

/** Text by the name of its field; several where a field is given more than once. */
export type Texts = Record<string, string | string[] | undefined>;

/** The schema inside of what only says that a value may be missing or is changed on the way. */
export function core(schema: z.ZodType): z.ZodType {
  const { innerType, in: from } = schema.def as unknown as { innerType?: z.ZodType; in?: z.ZodType };
  const inner = innerType ?? from;
  return inner ? core(inner) : schema;
}

/** What a text says, for the schema to judge. Throws validation where it cannot be read; `name` is its field's. */
export function read(schema: z.ZodType, text: string | string[], name: string): unknown {
  const inner = core(schema);
  switch (inner.type) {
    case 'array':
      return Array.isArray(text) ? text : text.split(separator(inner as z.ZodArray<z.ZodType>));
    case 'record':
      return parseJson(last(text));
    case 'number':
      return wholeNumber(last(text), name);
    case 'boolean':
      return trueOrFalse(last(text), name);
    default:
      return last(text);
  }
}

/**
 * The input that a form says. A field that is left blank has no value: null where the schema takes null, and
 * otherwise it is as if left out. Fields of what a list holds are named like lineItems.0.description. Throws
 * validation with the field.
 */
export function readForm<S extends z.ZodObject>(input: S, texts: Texts): z.output<S> {
  const values = readFields(input.shape, texts, '');
  const known = Object.keys(input.shape);
  const strange = Object.keys(texts).filter(name => !known.includes(name.split('.')[0]!));
  return check(input, { ...Object.fromEntries(strange.map(name => [name, texts[name]])), ...values });
}

function readFields(shape: z.ZodRawShape, texts: Texts, prefix: string): Record<string, unknown> {
  const fields = Object.entries(shape) as [string, z.ZodType][];
  const values = fields.map(([name, schema]) => [name, readField(schema, texts, prefix + name)]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function readField(schema: z.ZodType, texts: Texts, name: string): unknown {
  const text = texts[name];
  if (text !== undefined && !isBlank(text)) return read(schema, text, name);
  const inner = core(schema);
  const within = below(texts, name);
  if (inner.type === 'record' && within.length > 0) {
    return Object.fromEntries(within.map(rest => [rest, last(texts[`${name}.${rest}`]!)]));
  }
  if (inner.type === 'array' && within.length > 0) return rows(inner as z.ZodArray<z.ZodType>, texts, name);
  if (text === undefined) return undefined;
  if (schema.safeParse(null).success) return null;
  return inner.type === 'array' ? [] : schema.safeParse(undefined).success ? undefined : last(text);
}

/** The elements of a list whose fields have names of their own, in the order of their numbers. */
function rows({ element }: z.ZodArray<z.ZodType>, texts: Texts, name: string): unknown[] {
  const numbers = new Set(below(texts, name).map(rest => Number.parseInt(rest, 10)));
  const { shape } = core(element) as z.ZodObject;
  return [...numbers].sort((a, b) => a - b).map(number => readFields(shape, texts, `${name}.${number}.`));
}

/** What comes after the name and a dot. */
const below = (texts: Texts, name: string) =>
  Object.keys(texts)
    .filter(key => key.startsWith(`${name}.`))
    .map(key => key.slice(name.length + 1));

const isBlank = (text: string | string[]) => [text].flat().every(part => part.trim() === '');
/** Of several texts for one value the last holds: that of a box which is ticked, behind the one that says it is not. */
const last = (text: string | string[]) => [text].flat().at(-1) ?? '';
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
