import { form } from '../forms/form.ts';
import type { Post } from '../forms/post.ts';
import { type Html, html } from '../html/html.ts';
import type { PageContext } from '../requests/pageContext.ts';

/** A page that a client opens without signing in. */
export interface ShareLink {
  /** Its label: `Intake link`. */
  label: string;
  /** With the secret part: `/intake/…`. */
  path: string;
  /** How often it was replaced. */
  version: number;
  /** Makes a new one. */
  renew: Post;
  /** The text of the email that the person can send; Corkboard sends nothing. Without one there is no such button. */
  mail?: { to: string | null; subject: string; says: string };
}

/** A share link to copy or to send from the person's own email program, and the button that replaces it. */
export function shareLink(context: PageContext, { label, path, version, renew, mail }: ShareLink): Html {
  const url = context.origin + path;
  const id = `link-${path.split('/')[1]!}`;
  return html`
    <p class="field"><label for="${id}">${label}</label>
      <input id="${id}" type="text" readonly value="${url}"></p>
    <div class="actions">
      <button type="button" class="quiet" data-copy="${id}" hidden>Copy</button>
      ${mail === undefined ? null : html`<a class="button quiet" href="${mailto(url, mail)}">Write an email</a>`}
      ${form(context, renew, { values: { version }, quiet: true })}
    </div>`;
}

function mailto(url: string, { to, subject, says }: NonNullable<ShareLink['mail']>): string {
  const query = new URLSearchParams({ subject, body: `${says}\n\n${url}` });
  // Email programs don't decode a plus sign as a space.
  return `mailto:${encodeURIComponent(to ?? '')}?${query.toString().replaceAll('+', '%20')}`;
}
