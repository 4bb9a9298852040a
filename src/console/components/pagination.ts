import type { z } from 'zod';
import { english, type Messages } from '../../languages/messages.ts';
import type { Page } from '../../records/page.ts';
import { type Html, html } from '../html/html.ts';
import { withFragment, withQuery } from '../requests/paths.ts';

/**
 * The links to the previous and next page of a list; null if there is only one page. `name`: of the address's parameter. `listId`:
 * the id of the list, if it is far down the page.
 */
export function pagination(
  { page, pageCount }: Pick<z.infer<typeof Page>, 'page' | 'pageCount'>,
  here: string,
  { messages = english, name = 'page', listId }: { messages?: Messages; name?: string; listId?: string } = {},
): Html | null {
  if (pageCount <= 1 && page <= 1) return null;
  const to = (number: number, words: string, rel: string) =>
    html`<a href="${withFragment(withQuery(here, { [name]: String(number) }), listId)}" rel="${rel}">${words}</a>`;
  return html`<nav class="pages" aria-label="${messages('pages')}">
    ${page > 1 ? to(Math.min(page - 1, Math.max(pageCount, 1)), messages('previousPage'), 'prev') : null}
    <span>${messages('pageOf', { page, pages: pageCount })}</span>
    ${page < pageCount ? to(page + 1, messages('nextPage'), 'next') : null}</nav>`;
}
