import { z } from 'zod';
import { count } from '../vocabulary/fields.ts';

/** A parameter that is a whole number from 1; anything above `most` counts as that. */
export const wholeNumber = (most: number, otherwise: number) =>
  z
    .number()
    .min(1)
    .refine(Number.isInteger, { error: 'must be a whole number' })
    .transform(asked => Math.min(asked, most))
    .meta({ type: 'integer' })
    .prefault(otherwise);

/** The number of a requested page: above 2^53 - 1 it is past the end too, and couldn't be returned exactly. */
export const pageParameter = wholeNumber(Number.MAX_SAFE_INTEGER, 1);

/** Which page of a list this is. `pageCount` of an empty list is 0. */
export const Page = z.strictObject({
  page: count.min(1),
  perPage: count.min(1),
  total: count.describe('Rows on all pages.'),
  pageCount: count,
});

export const listOf = <R extends z.ZodType>(record: R) =>
  z.strictObject({ data: z.array(record), page: Page });
