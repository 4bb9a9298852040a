import { z } from 'zod';
import { count } from '../vocabulary/fields.ts';

/** A page's number, from 1 up. It may be larger than 2^53: every page past the end is an empty one. */
export const pageNumber = z
  .number()
  .min(1)
  .refine(Number.isInteger, { error: 'must be a whole number' })
  .meta({ type: 'integer' });

/** Which page of a list this is. `pageCount` of an empty list is 0. */
export const Page = z.strictObject({
  page: pageNumber,
  perPage: count.min(1),
  total: count,
  pageCount: count,
});

export const listOf = <R extends z.ZodType>(record: R) =>
  z.strictObject({ data: z.array(record), page: Page });
