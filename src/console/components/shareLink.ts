import { form } from '../forms/form.ts';
import type { Post } from '../forms/post.ts';
import { type Html, html } from '../html/html.ts';
import type { PageContext } from '../requests/pageContext.ts';

/** A page that a client opens without signing in. */
interface ShareLink {
  /** Its label: `Intake link`. */
  label: string;
  /** With the secret part: `/intake/…`. */
  path: string;
  /** How often it was replaced. */
  version?: number;
  /** Makes a new one; without it, the link of the record that it belongs to does. */
  renew?: Post;
  /** The link to the page that sends it. */
  send?: Html;
}

/** A share link to copy, the link to the page that sends it, and the button that replaces it. */
export function shareLink(context: PageContext, { label, path, version, renew, send }: ShareLink): Html {
  const id = `link-${path.split('/')[1]!}`;
  return html`
    ${copyField(id, label, context.origin + path)}
    <div class="actions">
      ${send ?? null}
      ${copyButton(id)}
      ${renew === undefined ? null : form(context, renew, { values: { version }, quiet: true })}
    </div>`;
}

/** A field with a text to copy, such as a link. */
export const copyField = (id: string, label: string, text: string): Html => html`
    <p class="field"><label for="${id}">${label}</label>
      <input id="${id}" type="text" readonly value="${text}"></p>`;

/** The button that copies the text of the field with this id. */
export const copyButton = (id: string, name = 'Copy'): Html =>
  html`<button type="button" class="quiet" data-copy="${id}" hidden>${name}</button>`;
