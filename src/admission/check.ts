import { z } from 'zod';
import { Failure } from '../errors/failure.ts';
import { isBlank } from '../vocabulary/text.ts';
import { isOptional, suggestField } from './unknownField.ts';

const notKnown = 'is not a known field';
/**
 * The most elements of a list that are checked. Longer lists are rejected unchecked, because each wrong element costs time.
 * No valid list is longer, not counting blank lines.
 */
const maxListLength = 1_000;
/** How many wrong fields one error names. */
const maxNamed = 10;

/** A rule that a value breaks. */
export interface Issue {
  /** The path of the field, with dots: `lineItems.0.unitPriceCents`. Empty if the rule isn't about one field. */
  path: string;
  /** The rule that the field breaks, as the end of a sentence that begins with the field: `must be at least 1`. */
  rule: string;
  /** A sentence on what to send instead: for a field that is not known, and for null where a field may be left out. */
  suggestion?: () => string;
}

/** A value that fits its schema, or everything that is wrong with it. */
export type Validated<Value> = { value: Value; issues?: never } | { value?: never; issues: readonly Issue[] };

/** Parses a value by its schema: trims it and fills in defaults. Returns every rule that it breaks. */
export function validate<S extends z.ZodType>(schema: S, value: unknown): Validated<z.output<S>> {
  const refused = screen(schema, value, []);
  if (refused) return { issues: [refused] };
  const parsed = schema.safeParse(value, { error: explain, reportInput: true });
  return parsed.success
    ? { value: parsed.data }
    : { issues: parsed.error.issues.flatMap(issue => issuesOf(schema, issue)) };
}

/** Parses a value by its schema. Throws validation that names every wrong field; `field` is the first. */
export function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const checked = validate(schema, value);
  if (!checked.issues) return checked.value;
  // Fields that don't exist come first: they are often the reason for the others.
  const byPath = Map.groupBy(checked.issues, ({ path }) => path);
  const firsts = [...byPath.values()].map(([first]) => first!);
  const issues = firsts.toSorted((a, b) => Number(b.rule === notKnown) - Number(a.rule === notKnown));
  const sentences = sayEachOnce(issues.slice(0, maxNamed).flatMap(sentencesOn));
  if (issues.length > maxNamed) sentences.push(`${issues.length - maxNamed} more fields are not valid.`);
  const { path: field, rule } = issues[0]!;
  throw new Failure('validation', sentences.join(' '), { field, rule });
}

const sentencesOn = ({ path, rule, suggestion }: Issue) => [
  `${path || 'A field without a name'} ${rule}.`,
  ...(suggestion ? [suggestion()] : []),
];

/** Leaves out repetitions: a list of the known fields is said once, after the last field that is not known. */
const sayEachOnce = (sentences: readonly string[]) =>
  sentences.filter((sentence, at) => sentences.lastIndexOf(sentence) === at);

function issuesOf(schema: z.ZodType, { path, message: rule, ...issue }: z.core.$ZodIssue): Issue[] {
  if (issue.code !== 'unrecognized_keys') {
    const isNull = issue.input === null && isOptional(schema, path);
    return [{ ...atPath(path, rule), ...(isNull && { suggestion: () => leaveOut }) }];
  }
  return issue.keys.map(key => ({
    ...atPath([...path, key], rule),
    suggestion: () => suggestField(schema, path, key),
  }));
}

const leaveOut = 'Leave out what has no value, instead of sending null.';

const atPath = (path: readonly PropertyKey[], rule: string): Issue => ({ path: path.join('.'), rule });

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
 * Finds what the schema can't: the key `__proto__`, which zod ignores, or a list that is too long to check. Null if there is
 * neither.
 */
function screen(schema: z.ZodType, value: unknown, path: string[]): Issue | null {
  if (value === null || typeof value !== 'object') return null;
  if (Array.isArray(value) && value.length > maxListLength && value.filter(isFilled).length > maxListLength) {
    return atPath(path, `must have at most ${maxElements(schema, path)} elements`);
  }
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') return atPath([...path, key], notKnown);
    const refused = typeof inner === 'object' ? screen(schema, inner, [...path, key]) : null;
    if (refused) return refused;
  }
  return null;
}

const isFilled = (element: unknown) => typeof element !== 'string' || !isBlank(element);

/** The maximum length of the list at a path. */
function maxElements(schema: z.ZodType, [field = '']: string[]): number {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
  return (properties[field] as z.core.JSONSchema.BaseSchema | undefined)?.maxItems ?? maxListLength;
}

/** The broken rule, as the end of a sentence that begins with the field. A schema's own message takes precedence. */
function explain(issue: Parameters<z.core.$ZodErrorMap>[0]): string {
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
