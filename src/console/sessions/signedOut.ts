import type { Field } from '../forms/fields.ts';
import { enterStop, fieldView } from '../forms/fieldView.ts';
import { resubmitted } from '../forms/hiddenFields.ts';
import { type Html, html } from '../html/html.ts';
import { alone } from '../html/layout.ts';
import type { Post } from '../posts/post.ts';
import { idOf } from '../routing/paths.ts';

/** Whether the form brought a text that would be lost. */
export const hasTyped = ({ fields }: Post, form: URLSearchParams): boolean =>
  fields.some(
    field => !field.hidden && [...form].some(([key, text]) => isOf(field, key) && text.trim() !== ''),
  );

const isOf = ({ name }: Field, key: string) => key === name || key.startsWith(`${name}.`);

/**
 * The page for somebody who sent a form and is not signed in any more: they sign in in another tab, and send the form
 * again from here. Nobody knows who sees the page, so it shows what came with the form and nothing of the workspace.
 * `action`: the address that the form was sent to.
 */
export function signedOutPage(post: Post, action: string, signIn: string, form: URLSearchParams): Html {
  const state = { form: idOf(action.split('?')[0]!), texts: form };
  // What there is to choose from belongs to the workspace: the choice goes along hidden.
  const fields = post.fields.map(field => ({
    ...field,
    hidden: field.hidden || (field.kind === 'select' && field.options.length === 0),
  }));
  return alone(
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
