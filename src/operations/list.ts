import { type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import { array, object } from '../records/columns.ts';
import { pageNumber } from '../records/page.ts';

/** The parameters of every list. per_page above 100 is taken as 100 (spec: Endpoints). */
export const paging = {
  page: pageNumber.default(1),
  per_page: z
    .number()
    .min(1)
    .refine(Number.isInteger, { error: 'must be a whole number' })
    .transform(asked => Math.min(asked, 100))
    .default(25)
    .meta({ type: 'integer' }),
};

/** One page of a list with its exact total, as the two columns of every list's answer. */
export function list(parts: {
  /** The table, with the alias that the other parts use. */
  from: FragmentSqlToken;
  where: FragmentSqlToken[];
  orderBy: FragmentSqlToken;
  /** A query of one number: how many rows there are on all pages. */
  total: FragmentSqlToken;
  /** The JSON of a row, read from the alias `row`. */
  record: FragmentSqlToken;
  page: number;
  perPage: number;
}): FragmentSqlToken {
  const { page, perPage } = parts;
  const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER);
  return sql.fragment`
    select
      ${array(sql.fragment`
        select ${parts.record}
        from (
          select * from ${parts.from}
          where ${all(parts.where)}
          order by ${parts.orderBy}
          limit ${perPage} offset ${offset}
        ) row`)} as data,
      ${object(sql.fragment`
        ${BigInt(page)}::numeric as page,
        ${perPage}::integer as "perPage",
        total,
        (total + ${perPage}::integer - 1) / ${perPage}::integer as "pageCount"
        from (${parts.total}) counted (total)`)} as page`;
}

/** Conditions that must all hold. */
export function all(conditions: FragmentSqlToken[]): FragmentSqlToken {
  return sql.fragment`${sql.join(conditions, sql.fragment` and `)}`;
}
