import { z } from 'zod';

/**
 * What to say about fields that callers send although a schema has nothing like them, by schema and field: a sentence on what
 * does what they mean.
 */
export const otherFields = z.registry<Readonly<Record<string, string>>>();

/** The same sentence for each of these fields. */
export const sameFor = (fields: readonly string[], sentence: string): Record<string, string> =>
  Object.fromEntries(fields.map(field => [field, sentence]));
