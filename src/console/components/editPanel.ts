import { form } from '../forms/form.ts';
import type { Post } from '../forms/post.ts';
import { type Html, html } from '../html/html.ts';
import type { PageContext } from '../requests/pageContext.ts';

/** The id of the entry of a list that the page shows in a form: `?edit=…`. */
export const editedId = (search: URLSearchParams): string => search.get('edit') ?? '';

/** The entry that is edited, if any, and how often it was edited before. */
export interface EditedEntry {
  entry: { id: string } | null;
  version: number;
}

/** A link to the same page with the form of an entry. `label` names the entry for screen readers. */
export function editLink({ search }: PageContext, id: string, label: string): Html {
  const query = new URLSearchParams(search);
  query.delete('done');
  query.set('edit', id);
  return html`<a href="?${String(query)}" aria-label="Edit ${label}">Edit</a>`;
}

/** The forms of the entry that is edited: one to change it, and perhaps one to delete it. Null if no entry is edited. */
export function editPanel(
  context: PageContext,
  title: string,
  { entry, version }: EditedEntry,
  { edit, remove }: { edit: Post; remove?: Post },
): Html | null {
  if (entry === null) return null;
  const params = { ...context.params, entry: entry.id };
  const query = new URLSearchParams(context.search);
  query.delete('edit');
  query.delete('done');
  return html`<section><h2>${title}</h2>
    ${form(context, edit, { params, values: { ...entry } })}
    ${remove ? form(context, remove, { params, values: { version }, quiet: true }) : null}
    <p><a href="?${String(query)}">Cancel</a></p></section>`;
}
