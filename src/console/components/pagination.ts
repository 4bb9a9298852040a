import type { z } from 'zod';
import { english, type Messages } from '../../languages/messages.ts';
import type { Page } from '../../records/page.ts';
import { type Html, html } from '../html/html.ts';
import { withQuery } from '../requests/paths.ts';

/** The links to the previous and next page of a list; null if there is only one page. */
export function pagination(
  { page, pageCount }: z.infer<typeof Page>,
  here: string,
  messages: Messages = english,
): Html | null {
  if (pageCount <= 1 && page <= 1) return null;
  const to = (number: number, name: string, rel: string) =>
    html`<a href="${withQuery(here, { page: String(number) })}" rel="${rel}">${name}</a>`;
  return html`<nav class="pages" aria-label="${messages('pages')}">
    ${page > 1 ? to(Math.min(page - 1, Math.max(pageCount, 1)), messages('previousPage'), 'prev') : null}
    <span>${messages('pageOf', { page, pages: pageCount })}</span>
    ${page < pageCount ? to(page + 1, messages('nextPage'), 'next') : null}</nav>`;
}
