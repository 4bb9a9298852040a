import type { Field } from '../fields.ts';
import { type Html, html } from '../html.ts';
import { inputOf } from '../input.ts';

/** A form for those who are not signed in: one field, and a button. `wrong` is what is wrong with what was typed. */
export function simpleForm(
  action: string,
  button: string,
  field: Field,
  typed: string,
  next: string,
  wrong?: string,
): Html {
  const id = `sign-in-${field.name}`;
  return html`
    ${wrong === undefined ? null : html`<div class="errors" role="alert"><p><a href="#${id}">${wrong}</a></p></div>`}
    <form method="post" action="${action}">
      ${nextField(next)}
      <p class="field">
        <label for="${id}">${field.label}</label>
        ${field.hint === undefined ? null : html`<span class="hint" id="${id}-hint">${field.hint}</span>`}
        ${wrong === undefined ? null : html`<span class="error" id="${id}-error">${wrong}</span>`}
        ${inputOf(field, { id, texts: [typed], isWrong: wrong !== undefined })}
      </p>
      <p class="actions"><button>${button}</button></p>
    </form>`;
}

/** Where to go on afterwards. */
export const nextField = (next: string): Html | null =>
  next === '/' ? null : html`<input type="hidden" name="next" value="${next}">`;
