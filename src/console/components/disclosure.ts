import { type FormOptions, form } from '../forms/form.ts';
import type { Post } from '../forms/post.ts';
import { type Html, html } from '../html/html.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { addressOf, withQuery } from '../requests/paths.ts';

/** Whether a form is open: after it was rejected, or because the address asks for it, as in `?new=draft`. */
export const isFormOpen = (context: PageContext, path: string): boolean =>
  context.rejected?.path === path || (context.search.get('new') ?? '') === path.split('/').at(-1);

/** The button that opens a form: a secondary one unless `quiet` is false. */
export const opener = (name: string, quiet = true): Html =>
  html`<summary class="button${quiet ? html` quiet` : null}">${name}</summary>`;

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
  const inside = form(context, post, given);
  if (inside === null) return null;
  const path = addressOf(post.path, given.params ?? context.params);
  const isOpen = isFormOpen(context, path);
  if (isLong && !isOpen) {
    const href = withQuery(context.here, { new: path.split('/').at(-1)! });
    return html`<p><a class="button${quiet === false ? null : html` quiet`}" href="${href}">${name}</a></p>`;
  }
  return html`<details${isOpen ? html` open` : null}>${opener(name, quiet)}${before}${inside}</details>`;
}
