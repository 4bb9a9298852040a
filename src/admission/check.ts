import { z } from 'zod';
import { Failure } from '../failure.ts';

const notKnown = 'is not a known field';
/**
 * How many elements of a list are checked: a longer list is refused unchecked, as each wrong element costs time. No
 * valid list is longer, not counting blank lines.
 */
const longestList = 1_000;

/** The value as its schema makes it: trimmed, defaults filled in. Throws validation, naming the field and what it must be. */
export function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const refused = screen(schema, value, []);
  if (refused) throw refused;
  const parsed = schema.safeParse(value, { error: explain });
  if (parsed.success) return parsed.data;
  // A field that does not exist is named before one that is wrong: it is often the reason for the other.
  const issues = parsed.error.issues;
  throw failureOf(issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!);
}

/** Every error that `check` could throw, for a person who sees the whole form; empty: the value fits. */
export function complaints(schema: z.ZodType, value: unknown): Failure[] {
  const refused = screen(schema, value, []);
  if (refused) return [refused];
  return schema.safeParse(value, { error: explain }).error?.issues.map(failureOf) ?? [];
}

function failureOf(issue: z.core.$ZodIssue): Failure {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]!] : issue.path;
  return invalid(path, issue.message);
}

/** The failure of the value at a path. Its text is the path and then the message: `lineItems.0.quantityHundredths must be …`. */
function invalid(path: PropertyKey[], message: string): Failure {
  const field = path.join('.');
  return new Failure('validation', `${field || 'A field without a name'} ${message}.`, field);
}

const typeNames: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  string: 'text',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/**
 * What is wrong that the schema cannot find: the key `__proto__`, which zod ignores, or a list that is too long to be
 * checked. Null: neither.
 */
function screen(schema: z.ZodType, value: unknown, path: string[]): Failure | null {
  if (value === null || typeof value !== 'object') return null;
  if (Array.isArray(value) && value.length > longestList && value.filter(isFilled).length > longestList) {
    return invalid(path, `must have at most ${mostElements(schema, path)} elements`);
  }
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') return invalid([...path, key], notKnown);
    const refused = typeof inner === 'object' ? screen(schema, inner, [...path, key]) : null;
    if (refused) return refused;
  }
  return null;
}

const isFilled = (element: unknown) => typeof element !== 'string' || element.trim() !== '';

/** How many elements the list at a path may have. */
function mostElements(schema: z.ZodType, [field = '']: string[]): number {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
  return (properties[field] as z.core.JSONSchema.BaseSchema | undefined)?.maxItems ?? longestList;
}

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** What is wrong, as the end of a sentence that begins with the field. A schema's own message takes precedence. */
function explain(issue: Issue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return notKnown;
    case 'invalid_type':
      return issue.input === undefined
        ? 'is required'
        : `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return issue.input === undefined ? 'is required' : `must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return `must be at least ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'is not a valid key';
    default:
      return 'is not valid';
  }
}
