import { z } from 'zod';
import { count } from '../vocabulary/fields.ts';

/**
 * The number of a requested page, from 1. Anything above 2^53 - 1 counts as that: it is past the end too, and a larger number
 * couldn't be returned exactly.
 */
export const pageParameter = z
  .number()
  .min(1)
  .refine(Number.isInteger, { error: 'must be a whole number' })
  .transform(asked => Math.min(asked, Number.MAX_SAFE_INTEGER))
  .meta({ type: 'integer' })
  .prefault(1);

/** Which page of a list this is. `pageCount` of an empty list is 0. */
export const Page = z.strictObject({
  page: count.min(1),
  perPage: count.min(1),
  total: count.describe('Rows on all pages.'),
  pageCount: count,
});

export const listOf = <R extends z.ZodType>(record: R) =>
  z.strictObject({ data: z.array(record), page: Page });
