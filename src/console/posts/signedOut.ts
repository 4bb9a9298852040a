import type { Field } from '../forms/fields.ts';
import { enterStop, fieldView } from '../forms/fieldView.ts';
import { resubmitted } from '../forms/hiddenFields.ts';
import type { Post } from '../forms/post.ts';
import { type Html, html } from '../html/html.ts';
import { standalonePage } from '../html/layout.ts';
import { idOf } from '../requests/paths.ts';

/** Whether the form contains typed text, which would be lost. */
export const hasTyped = ({ fields }: Post, form: URLSearchParams): boolean =>
  fields.some(
    // A file can't be sent again from that page.
    field =>
      !field.hidden &&
      field.kind !== 'file' &&
      [...form].some(([key, text]) => isOf(field, key) && text.trim() !== ''),
  );

const isOf = ({ name }: Field, key: string) => key === name || key.startsWith(`${name}.`);

/**
 * The page for a person whose session ended before they sent a form: they sign in in another tab, and send the form again
 * from here. The page may be seen by anyone, so it shows only what was sent with the form and nothing of the workspace.
 * `action`: the address of the form.
 */
export function signedOutPage(post: Post, action: string, signIn: string, form: URLSearchParams): Html {
  const state = { form: idOf(action.split('?')[0]!), texts: form };
  // The options of a select without fixed options are the workspace's records: the choice is sent as a hidden field.
  const fields = post.fields.map(field => ({
    ...field,
    hidden: field.hidden || (field.kind === 'select' && field.options.length === 0),
  }));
  return standalonePage(
    'You are signed out',
    html`
    <div class="errors" role="alert" tabindex="-1">
      <h2>Not saved yet</h2>
      <p><a href="${signIn}" target="_blank">Sign in (in a new tab)</a>. Then come back here and press ${post.button} again. What you typed is still here.</p>
    </div>
    ${post.irreversible === undefined ? null : html`<p>${post.irreversible}</p>`}
    <form method="post" action="${action}">
      ${enterStop(fields)}${resubmitted(form)}${fields.map(field => fieldView(field, state))}
      <p class="actions"><button>${post.button}</button></p>
    </form>`,
  );
}
