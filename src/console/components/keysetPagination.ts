import { asUuid } from '../../vocabulary/id.ts';
import { type Html, html } from '../html/html.ts';
import { pageLength } from '../queries/pageLimit.ts';
import { withFragment, withQuery } from '../requests/paths.ts';

// Keyset pagination for lists that grow without limit: a page begins after the last row of the previous one, so the
// thousandth page costs as much as the first, and rows don't move between pages while a person reads.

/** The row after which the page begins; null: the first page. */
export const cursorOf = (search: URLSearchParams) => asUuid(search.get('after') ?? '');

/** The rows to show, without the extra one. */
export const pageRows = <Row>(rows: readonly Row[]): readonly Row[] => rows.slice(0, pageLength);

/** A link to the rows after a given row. */
interface OlderLink {
  after: string;
  words: string;
}

/**
 * The links to the first page and the next one. `here`: the address of this page. `further`: the link to show if there is no
 * next page. `listId`: the id of the list's heading, if the list is far down the page.
 */
export function keysetPagination(
  here: string,
  rows: readonly { id: string }[],
  further: OlderLink | null = null,
  listId?: string,
): Html | null {
  const [path, query = ''] = here.split('?');
  const search = new URLSearchParams(query);
  const isFirst = cursorOf(search) === null;
  search.delete('after');
  const first = search.size === 0 ? path! : `${path}?${search}`;
  const next = rows.length > pageLength ? { after: rows[pageLength - 1]!.id, words: 'Next page' } : further;
  if (isFirst && next === null) return null;
  return html`
    <nav aria-label="Pages"><p class="inline">
      ${isFirst ? null : html`<a href="${withFragment(first, listId)}">First page</a>`}
      ${next && html`<a href="${withFragment(withQuery(first, { after: next.after }), listId)}" rel="next">${next.words}</a>`}
    </p></nav>`;
}
