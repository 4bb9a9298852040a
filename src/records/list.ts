import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { array, object } from './fragments.ts';
import { pageParameter, wholeNumber } from './page.ts';

/** The parameters of every list. A per_page above 100 counts as 100. */
export const paging = {
  page: pageParameter.describe('Pages after pageCount are empty.'),
  per_page: wholeNumber(100, 25).describe('At most 100.'),
};

/** The requested page of a list. */
export interface Paging {
  page: number;
  per_page: number;
}

/** How many rows come before the page. */
export const offset = ({ page, per_page }: Paging) =>
  Math.min((page - 1) * per_page, Number.MAX_SAFE_INTEGER);

/** The two columns of every list: the JSON of `rows`, each with the alias `row`, and the page with the exact total. */
export function list(
  paging: Paging,
  record: FragmentSqlToken,
  rows: FragmentSqlToken,
  total: FragmentSqlToken,
): FragmentSqlToken {
  const perPage = sql.fragment`${paging.per_page}::integer`;
  return sql.fragment`
    ${array(sql.fragment`select ${record} from ${rows} row`)} as data,
    ${object(sql.fragment`
      ${paging.page}::bigint as page,
      ${perPage} as "perPage",
      total,
      (total + ${perPage} - 1) / ${perPage} as "pageCount"
      from (${total}) counted (total)`)} as page`;
}

/** How the console narrows, orders and extends a list, beyond what its operation offers. */
export interface ListVariant {
  /** A condition on the listed table. */
  matches?: FragmentSqlToken | undefined;
  orderBy?: FragmentSqlToken | undefined;
  /** The JSON of a row, `row`, if not the operation's record. */
  record?: FragmentSqlToken | undefined;
}

/** The query of a page of a table's rows that meet all conditions. `total`: that of their number, if it is kept. */
export function pageOf(
  paging: Paging,
  table: string,
  where: FragmentSqlToken[],
  { matches, orderBy, record }: ListVariant & Record<'orderBy' | 'record', FragmentSqlToken>,
  total?: FragmentSqlToken,
): FragmentSqlToken {
  const conditions = matches === undefined ? where : [...where, matches];
  const rows = sql.fragment`from corkboard.${sql.identifier([table])} where ${all(conditions)}`;
  const page = sql.fragment`(
    select * ${rows} order by ${orderBy} limit ${paging.per_page} offset ${offset(paging)})`;
  const isKept = matches === undefined && total !== undefined;
  return sql.fragment`select ${list(paging, record, page, isKept ? total : sql.fragment`select count(*) ${rows}`)}`;
}

/** Conditions that must all hold. */
export function all(conditions: FragmentSqlToken[]): FragmentSqlToken {
  return sql.fragment`${sql.join(conditions, sql.fragment` and `)}`;
}
