import type { z } from 'zod';
import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { object } from '../../records/fragments.ts';
import { list, offset } from '../../records/list.ts';
import type { Page } from '../../records/page.ts';

/** The number of rows on a page. */
export const pageLength = 25;

/** The limit of a query. It is part of the text: for a limit that is a parameter the planner expects a tenth of all rows. */
export const limitTo = (rows: number): FragmentSqlToken => sql.fragment`limit ${sql.literalValue(`${rows}`)}`;

/** One row more than is shown, to find out whether there are more. */
export const rowsPlusOne = pageLength + 1;

/** The limit of the query. */
export const limitPlusOne = limitTo(rowsPlusOne);

/** A page of a list. */
export interface Paged<Row> {
  data: Row[];
  page: z.infer<typeof Page>;
}

/** The SQL of a Paged of ten rows: of these columns, `from` and with a condition, in an order. */
export function paged(
  page: number,
  columns: FragmentSqlToken,
  from: FragmentSqlToken,
  order: FragmentSqlToken,
): FragmentSqlToken {
  const paging = { page, per_page: 10 };
  const rows = sql.fragment`(
    select ${columns} ${from} order by ${order} limit ${paging.per_page} offset ${offset(paging)})`;
  return object(list(paging, sql.fragment`row_to_json(row)`, rows, sql.fragment`select count(*) ${from}`));
}
