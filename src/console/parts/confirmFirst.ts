import { type Html, html } from '../html/html.ts';
import type { PageContext } from '../routing/pageContext.ts';
import { withQuery } from '../routing/paths.ts';

/** Whether the person may do what is the owner's and asks for a fresh proof of who they are. */
export const isConfirmedOwner = ({ person }: PageContext) =>
  person.role === 'owner' && person.is_recently_authenticated;

/** A note to an owner whose proof of who they are is too old. It stands once in place of all of a page's forms. */
export const confirmFirst = ({ person, here }: PageContext, toDo: string): Html | null =>
  person.role !== 'owner' || person.is_recently_authenticated
    ? null
    : html`<p>To ${toDo}, <a href="${withQuery('/sign-in/confirm', { next: here })}">confirm that it’s you</a> first.</p>`;

/** A note to a member that only the owner can do it. */
export const ownersOnly = ({ person }: PageContext, toDo: string): Html | null =>
  person.role === 'owner' ? null : html`<p class="hint">Only the owner can ${toDo}.</p>`;
