import { type Html, html } from '../html/html.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { confirmAddress } from '../requests/paths.ts';

/** Whether the person is the owner and recently authenticated. */
export const isConfirmedOwner = ({ person }: PageContext) =>
  person.role === 'owner' && person.is_recently_authenticated;

/** A note to an owner who must enter a new code. It takes the place of all forms of the page. */
export const confirmFirst = ({ person, here }: PageContext, toDo: string): Html | null =>
  person.role !== 'owner' || person.is_recently_authenticated
    ? null
    : html`<p>To ${toDo}, <a href="${confirmAddress(here)}">confirm that it’s you</a> first.</p>`;

/** A note to members that only the owner can do this. */
export const ownersOnly = ({ person }: PageContext, toDo: string): Html | null =>
  person.role === 'owner' ? null : html`<p class="hint">Only the owner can ${toDo}.</p>`;
