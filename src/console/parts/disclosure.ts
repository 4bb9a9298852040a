import { type FormOptions, form } from '../forms/form.ts';
import { type Html, html } from '../html/html.ts';
import type { Post } from '../posts/post.ts';
import type { PageContext } from '../routing/pageContext.ts';
import { addressOf } from '../routing/paths.ts';

/** Whether a form is open: after it was rejected, or because the address asks for it, as in `?new=draft`. */
export const isFormOpen = (context: PageContext, path: string): boolean =>
  context.rejected?.path === path || (context.search.get('new') ?? '') === path.split('/').at(-1);

/** A form that opens on demand, by a secondary button unless `quiet` is false. Null if the person may not use it. */
export function disclosure(
  context: PageContext,
  name: string,
  post: Post,
  given: FormOptions = {},
): Html | null {
  const inside = form(context, post, given);
  if (inside === null) return null;
  const path = addressOf(post.path, given.params ?? context.params);
  return html`<details${isFormOpen(context, path) ? html` open` : null}><summary class="button${given.quiet === false ? null : html` quiet`}">${name}</summary>${inside}</details>`;
}
