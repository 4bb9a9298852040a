import { form, type Given } from '../forms/form.ts';
import { type Html, html } from '../html/html.ts';
import type { Post } from '../posts/post.ts';
import { addressOf } from '../routing/paths.ts';
import type { Visit } from '../sessions/visit.ts';

/** A form that is opened when it is wanted, or when what was typed into it was refused. Nothing for those who may not do it. */
export function disclosure(visit: Visit, name: string, post: Post, given: Given = {}): Html | null {
  const inside = form(visit, post, given);
  if (inside === null) return null;
  const path = addressOf(post.path, given.params ?? visit.params);
  const isOpen = visit.rejected?.path === path;
  return html`<details${isOpen ? html` open` : null}><summary class="button quiet">${name}</summary>${inside}</details>`;
}
