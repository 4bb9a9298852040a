import type { Field } from '../forms/fields.ts';
import { fieldView } from '../forms/fieldView.ts';
import { hiddenField } from '../forms/hiddenFields.ts';
import { type Html, html } from '../html/html.ts';
import { idIn } from '../requests/paths.ts';

/** A form with one field and a button, for people who aren't signed in. `error` is the message about the field. */
export function oneFieldForm(
  action: string,
  button: string,
  field: Field,
  typed: string,
  next: string,
  wrong?: string,
): Html {
  const { name } = field;
  const form = 'sign-in';
  const texts = new URLSearchParams({ [name]: typed });
  const messages = wrong === undefined ? [] : [{ field: name, text: wrong }];
  return html`
    ${messages.map(({ text }) => html`<div class="errors" role="alert"><p><a href="#${idIn(form, name)}">${text}</a></p></div>`)}
    <form method="post" action="${action}">
      ${nextField(next)}${fieldView(field, { form, texts, messages })}
      <p class="actions"><button>${button}</button></p>
    </form>`;
}

/** The page to open after sign-in. */
export const nextField = (next: string): Html | null => (next === '/' ? null : hiddenField(['next', next]));
