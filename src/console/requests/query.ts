import { z } from 'zod';
import { check } from '../../admission/check.ts';
import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { type QueryReader, queryReader } from '../../http/query.ts';
import type { ReadOperation } from '../../operations/define.ts';
import type { ListVariant } from '../../records/list.ts';
import { pageParameter } from '../../records/page.ts';
import { optionalText } from '../../vocabulary/text.ts';

/**
 * Makes the SQL of a list from its page's address, which takes the same parameters as the operation. Blank parameters
 * are ignored, because a form sends its blank fields too. Throws validation.
 */
export function listQuery(operation: ReadOperation): (search: URLSearchParams) => FragmentSqlToken {
  const parameters = readerOf(queryReader(operation.input));
  return search => operation.sqlCall(check(operation.input, parameters(search)));
}

/** The search and the sort columns of a list. */
interface Searchable {
  /** The condition on the listed table that a search makes. */
  matches: (search: string) => FragmentSqlToken;
  /** By the name of a column in the address, what it is sorted by: expressions, or the whole order if an index has it. */
  orders: Record<string, FragmentSqlToken[] | ((descends: boolean) => FragmentSqlToken)>;
}

/** The parameters of a list's address besides those of the operation. */
interface SearchAndSort {
  search?: string | undefined;
  /** The name of a column; after a minus sign in descending order. */
  sort?: string | undefined;
}

/**
 * As listQuery, for a list that people can also search and sort: `?search=` and `?sort=name` or `?sort=-name`.
 * `list` makes the SQL of the operation's list. Throws validation.
 */
export function searchableList<I extends z.ZodObject, List>(
  input: I,
  { matches, orders }: Searchable,
  list: (asked: z.output<I>, variant: ListVariant) => List,
): (search: URLSearchParams) => List {
  const names = Object.keys(orders);
  const extended = input.extend({
    search: optionalText(500),
    sort: z.enum([...names, ...names.map(name => `-${name}`)]).optional(),
  });
  const parameters = readerOf(queryReader(extended));
  return query => {
    const { search, sort, ...asked } = check(extended, parameters(query)) as z.output<I> & SearchAndSort;
    return list(asked as z.output<I>, {
      matches: search === undefined ? undefined : matches(search),
      orderBy: sort === undefined ? undefined : orderOf(orders, sort),
    });
  };
}

/** The order of a list by a column, and of equal rows by id, so that no row is on two pages. */
function orderOf(orders: Searchable['orders'], sort: string): FragmentSqlToken {
  const descends = sort.startsWith('-');
  const order = orders[descends ? sort.slice(1) : sort]!;
  if (typeof order === 'function') return order(descends);
  const direction = descends ? sql.fragment`desc nulls last` : sql.fragment`asc nulls last`;
  const by = [...order, sql.fragment`id`];
  return sql.fragment`${sql.join(
    by.map(value => sql.fragment`${value} ${direction}`),
    sql.fragment`, `,
  )}`;
}

const readerOf = (read: QueryReader) => (search: URLSearchParams) =>
  read(String(new URLSearchParams([...search].filter(([, text]) => text.trim() !== ''))));

const OnlyPage = z.strictObject({ page: pageParameter });
const onlyPage = readerOf(queryReader(OnlyPage));

/** The requested page of a list that no operation returns. `name`: of its parameter. Throws validation. */
export const pageNumber = (search: URLSearchParams, name = 'page'): number =>
  check(OnlyPage, onlyPage(new URLSearchParams(search.getAll(name).map(page => ['page', page])))).page;
