import { type Html, html, type Value } from '../html/html.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { withFragment } from '../requests/paths.ts';

/** How a column's heading sorts the list. */
export interface Sorting {
  /** The address of the list sorted by this column, or the other way round if it is already. */
  href: string;
  /** Null if the list is sorted by another column. */
  direction: 'ascending' | 'descending' | null;
}

/** A column of a table; numbers are right-aligned. */
export type Column =
  | string
  | readonly [name: string, kind: 'number']
  | { name: string; kind?: 'number'; sorting?: Sorting };

/**
 * How a heading sorts by the column `key` of the address (requests/query.ts). `initial`: the list's order without a choice.
 * `descends`: whether the first choice is the descending order, as for dates and amounts. `listId`: the id of the list's
 * heading, if the list is far down the page.
 */
export function sortBy(
  { here, search }: PageContext,
  key: string,
  { initial, descends = false, listId }: { initial?: string; descends?: boolean; listId?: string } = {},
): Sorting {
  const current = search.get('sort') || initial;
  const direction = current === key ? 'ascending' : current === `-${key}` ? 'descending' : null;
  const isNextDescending = direction === null ? descends : direction === 'ascending';
  const query = new URLSearchParams(search);
  for (const name of ['page', 'after', 'done']) query.delete(name);
  query.set('sort', isNextDescending ? `-${key}` : key);
  return { href: withFragment(`${here.split('?')[0]}?${query}`, listId), direction };
}

/** The heading of a column. */
export function heading(column: Column): Html {
  const { name, kind, sorting } = parsed(column);
  const number = kind === 'number' ? html` class="number"` : null;
  if (sorting === undefined) return html`<th scope="col"${number}>${name}</th>`;
  const { href, direction } = sorting;
  return html`<th scope="col"${number}${direction === null ? null : html` aria-sort="${direction}"`}><a href="${href}">${name}</a></th>`;
}

const parsed = (column: Column): { name: string; kind?: 'number'; sorting?: Sorting } =>
  typeof column === 'string'
    ? { name: column }
    : 'name' in column
      ? column
      : { name: column[0], kind: column[1] };

/**
 * A table whose first column names the rows; `total` is a last row, which sums them up. If it is wider than the window it scrolls,
 * also by keyboard; on a phone a row becomes a card, whose values the style sheet labels by `data-label`. If most columns are
 * numbers the table says so, and cells only if they aren't, because cells are most of a long page.
 */
export function table(
  label: string,
  columns: readonly Column[],
  rows: readonly (readonly Value[])[],
  total?: readonly Value[],
): Html {
  const known = columns.map(parsed);
  const isNumber = known.map(({ kind }) => kind === 'number');
  const areNumbers = isNumber.filter(is => is).length > known.length / 2;
  const cell = (value: Value, at: number) =>
    at === 0
      ? html`<th scope="row">${value}</th>`
      : html`<td data-label="${known[at]!.name}"${isNumber[at] === areNumbers ? null : areNumbers ? html` class="words"` : html` class="number"`}>${value}</td>`;
  return html`<section class="scroll" aria-label="${label}" tabindex="0"><table${areNumbers ? html` class="numbers"` : null}>
    <thead><tr>${columns.map(heading)}</tr></thead>
    <tbody>${rows.map(row => html`<tr>${row.map(cell)}</tr>`)}</tbody>${
      total === undefined ? null : html`<tfoot><tr>${total.map(cell)}</tr></tfoot>`
    }</table></section>`;
}
