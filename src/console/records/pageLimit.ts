import { type FragmentSqlToken, sql } from '../../database/sql.ts';

/** The number of rows on a page. */
export const pageLength = 25;

/** The limit of a query. It is part of the text: for a limit that is a parameter the planner expects a tenth of all rows. */
export const limitTo = (rows: number): FragmentSqlToken => sql.fragment`limit ${sql.literalValue(`${rows}`)}`;

/** One row more than is shown, to find out whether there are more. */
export const rowsPlusOne = pageLength + 1;

/** The limit of the query. */
export const limitPlusOne = limitTo(rowsPlusOne);
