import { type FormOptions, form, mayUse } from '../forms/form.ts';
import type { Post } from '../forms/post.ts';
import { type Html, html } from '../html/html.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { addressOf, withFragment, withQuery } from '../requests/paths.ts';

/** Whether the address asks for a form to be open, as in `?new=draft`. */
export const asksFor = (search: URLSearchParams, path: string): boolean => search.get('new') === verbOf(path);

/** Whether a form is open: after it was rejected, or because the address asks for it. */
export const isFormOpen = (context: PageContext, path: string): boolean =>
  context.rejected?.path === path || asksFor(context.search, path);

/** The last word of a form's path. */
export const verbOf = (path: string): string => path.split('/').at(-1)!;

/** The button that opens a form: a secondary one unless `quiet` is false. */
export const opener = (name: string, quiet = true): Html =>
  html`<summary class="button${quiet ? html` quiet` : null}">${name}</summary>`;

/** The button that loads the page with a form that is open, and leads to the form, whose id is the last word of its path. */
export function openLink({ here }: PageContext, name: string, path: string, quiet = true): Html {
  const verb = verbOf(path);
  const href = withFragment(withQuery(here, { new: verb }), verb);
  return html`<p><a class="button${quiet ? html` quiet` : null}" href="${href}">${name}</a></p>`;
}

/**
 * A form that opens on demand. `quiet`: whether the button that opens it is a secondary one. `before`: what is above the form.
 * `isLong`: whether the form would be most of the page, which has it only once it is opened. Null if the person may not use the
 * form.
 */
export function disclosure(
  context: PageContext,
  name: string,
  post: Post,
  { quiet, before = null, isLong, ...given }: FormOptions & { before?: Html | null; isLong?: boolean } = {},
): Html | null {
  if (!mayUse(context.person, post, given.record)) return null;
  const path = addressOf(post.path, given.params ?? context.params);
  const isOpen = isFormOpen(context, path);
  if (isLong && !isOpen) return openLink(context, name, path, quiet);
  return html`<details${isLong ? html` id="${verbOf(path)}"` : null}${isOpen ? html` open` : null}>${opener(name, quiet)}${before}${form(context, post, given)}</details>`;
}
