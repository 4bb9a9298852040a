import { type Html, html } from '../html/html.ts';
import { idIn } from '../routing/paths.ts';
import type { Field } from './fields.ts';
import { hiddenField, moreName } from './hiddenFields.ts';
import { describedBy, inputOf } from './input.ts';
import type { Message } from './rejectedForm.ts';
import { fieldsOfRow, filledRows } from './rows.ts';

/** What a form is filled in with. */
export interface FormState {
  /** What the ids of the form's fields begin with. */
  form: string;
  texts: URLSearchParams;
  /** What is wrong with it. */
  messages?: readonly Message[];
  /** How many rows a list of objects has at least. */
  leastRows?: number;
}

/** How many blank rows a list of objects offers for more. */
const blankRows = 3;

/** A field with its label, what was filled in, and what is wrong with that. */
export function fieldView(field: Field, state: FormState): Html {
  if (field.kind === 'rows') return rows(field, state);
  const { name, label, kind, required } = field;
  const texts = state.texts.getAll(name);
  if (field.hidden) return html`${texts.map(text => hiddenField([name, text]))}`;
  const id = idIn(state.form, name);
  const { isWrong, beside } = besideOf(field, id, state);
  const control = inputOf(field, { id, texts, isWrong });
  if (kind === 'choices')
    return html`<fieldset id="${id}"${describedBy(field, id, isWrong)}><legend>${label}</legend>${beside}${control}</fieldset>`;
  if (kind === 'checkbox') return html`<p class="field"><label>${control} ${label}</label>${beside}</p>`;
  // No field of a row is optional by itself: the rest may ask for it.
  const isOptional = !required && !name.includes('.');
  // In one line: the blanks between the fields of a long form would be a tenth of its page.
  return html`
<p class="field"><label for="${id}">${label}${isOptional ? html` <span class="optional">(optional)</span>` : null}</label> ${beside}${control}</p>`;
}

/** The hint and the error beside a field: everything that is wrong with it, in one element. */
function besideOf({ name, hint }: Field, id: string, { messages = [] }: FormState) {
  const wrong = messages.filter(({ field }) => field === name).map(({ text }) => text);
  const beside = html`${hint === undefined ? null : html`<span class="hint" id="${id}-hint">${hint}</span> `}${
    wrong.length === 0 ? null : html`<span class="error" id="${id}-error">${wrong.join(' ')}</span> `
  }`;
  return { isWrong: wrong.length > 0, beside };
}

function rows(field: Field, state: FormState): Html {
  const { name, label, columns } = field;
  const id = idIn(state.form, name);
  const { isWrong, beside } = besideOf(field, id, state);
  return html`
<fieldset class="rows" id="${id}"${describedBy(field, id, isWrong)}><legend>${label}</legend> ${beside}${Array.from(
    { length: rowCount(field, state) },
    (_, row) => html`
<div class="row" role="group" aria-label="${label} ${row + 1}">${fieldsOfRow(field, row).map((column, at) =>
      // Only a row in which something stands has to be whole.
      fieldView({ ...column, label: columns[at]!.label, required: false }, state),
    )}</div>`,
  )}</fieldset>`;
}

/** How many rows there are: blank ones after the last that is filled in, or as many as were asked for. */
function rowCount(field: Field, { texts, leastRows = 0 }: FormState): number {
  const count = (filledRows(field, texts).at(-1) ?? -1) + 1 + blankRows;
  const { most = count } = field;
  return Math.min(most, Math.max(count, leastRows));
}

/**
 * What keeps Enter in a field from sending a form with rows, where it is pressed to go on to the next field: browsers
 * press the first submit button of the form for it, and nothing if that one is disabled. Null without rows.
 */
export const enterStop = (fields: readonly Field[]): Html | null =>
  fields.some(({ kind }) => kind === 'rows') ? html`<button disabled hidden>Enter</button>` : null;

/**
 * The button for more rows of a field; null where there are none, or no more. It comes before the button that sends the
 * form: for Enter in a date Chromium presses the first one that is not disabled. `action`: where the form is sent to.
 */
export function moreRows(field: Field, state: FormState, action: string): Html | null {
  const { name, label, kind, most = 0 } = field;
  const count = kind === 'rows' ? rowCount(field, state) : most;
  if (count >= most) return null;
  return html`<p class="actions"><button class="quiet" name="${moreName}" value="${count + blankRows}" formaction="${action}#${idIn(state.form, name)}" formnovalidate>More ${label.toLowerCase()}</button></p>`;
}
