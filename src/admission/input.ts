import type { z } from 'zod';
import { Failure } from '../failure.ts';

/** The value in its schema's shape: trimmed, defaults filled in. Throws validation, naming the field and what it must be. */
export function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { error: explain });
  if (parsed.success) return parsed.data;
  // A field that does not exist is named before one that is wrong: it is often the reason for the other.
  const issues = parsed.error.issues;
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!;
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]!] : issue.path;
  const field = path.join('.');
  throw new Failure('validation', `${field || 'A field without a name'} ${issue.message}.`, field);
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

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** What is wrong, as the end of a sentence that begins with the field. Schemas with a message of their own come first. */
function explain(issue: Issue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'is not a known field';
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
