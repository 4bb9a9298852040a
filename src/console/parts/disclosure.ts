import { type FormOptions, form } from '../forms/form.ts';
import { type Html, html } from '../html/html.ts';
import type { Post } from '../posts/post.ts';
import type { PageContext } from '../routing/pageContext.ts';
import { addressOf } from '../routing/paths.ts';

/** A form that opens on demand, or when it was rejected. Null if the person may not use it. */
export function disclosure(
  context: PageContext,
  name: string,
  post: Post,
  given: FormOptions = {},
): Html | null {
  const inside = form(context, post, given);
  if (inside === null) return null;
  const path = addressOf(post.path, given.params ?? context.params);
  const isOpen = context.rejected?.path === path;
  return html`<details${isOpen ? html` open` : null}><summary class="button quiet">${name}</summary>${inside}</details>`;
}
