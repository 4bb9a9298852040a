import { english } from '../../languages/messages.ts';
import { type Html, html } from '../html/html.ts';
import type { Message } from '../requests/pageContext.ts';
import { idIn } from '../requests/paths.ts';
import type { Field } from './fields.ts';
import { hiddenField, moreName } from './hiddenFields.ts';
import { describedBy, inputOf } from './input.ts';
import { rowName } from './labels.ts';
import { calculate, type Move, moveOf, rearrangeName } from './rearrange.ts';
import { fieldsOfRow, filledRows } from './rows.ts';

/** The state of a form that is rendered. */
export interface FormState {
  /** The prefix of the ids of the form's fields. */
  form: string;
  texts: URLSearchParams;
  /** The errors of the form. */
  messages?: readonly Message[];
  /** The least number of rows that a list of objects shows. */
  leastRows?: number;
  /** The words after the label of a field that may be left blank. */
  optional?: string;
}

/** How many blank rows follow the filled ones. */
const blankRowsOf = ({ blankRows = 3 }: Field): number => blankRows;

/** A field with its label, hint, value and error. */
export function fieldView(field: Field, state: FormState): Html {
  if (field.kind === 'rows') return rows(field, state);
  const { name, label, kind, required } = field;
  const texts = state.texts.getAll(name);
  if (field.hidden) return html`${texts.map(text => hiddenField([name, text]))}`;
  const id = idIn(state.form, name);
  const { isWrong, beside } = hintAndError(field, id, state);
  const control = inputOf(field, { id, texts, isWrong });
  if (kind === 'choices')
    return html`<fieldset id="${id}"${describedBy(field, id, isWrong)}><legend>${label}</legend>${beside}${control}</fieldset>`;
  if (kind === 'checkbox') return html`<p class="field"><label>${control} ${label}</label>${beside}</p>`;
  // A field in a row isn't marked optional: it may be required once another field of the row is filled in.
  const isOptional = !required && !name.includes('.');
  // On one line, because indentation would be a tenth of a page with a long form.
  return html`
<p class="field"><label for="${id}">${label}${isOptional ? html` <span class="optional">${state.optional ?? english('optional')}</span>` : null}</label> ${beside}${control}</p>`;
}

/** The hint and the error beside a field. The error contains everything that is wrong with the field. */
function hintAndError({ name, hint }: Field, id: string, { messages = [] }: FormState) {
  const wrong = messages.filter(({ field }) => field === name).map(({ text }) => text);
  const beside = html`${hint === undefined ? null : html`<span class="hint" id="${id}-hint">${hint}</span> `}${
    wrong.length === 0 ? null : html`<span class="error" id="${id}-error">${wrong.join(' ')}</span> `
  }`;
  return { isWrong: wrong.length > 0, beside };
}

function rows(field: Field, state: FormState): Html {
  const { name, label, columns } = field;
  const id = idIn(state.form, name);
  const last = filledRows(field, state.texts).at(-1) ?? -1;
  const { isWrong, beside } = hintAndError(field, id, state);
  return html`
<fieldset class="rows" id="${id}"${describedBy(field, id, isWrong)}><legend>${label}</legend> ${beside}${Array.from(
    { length: rowCount(field, state) },
    (_, row) => html`
<div class="row" role="group" aria-label="${rowName(field, row)}"><div class="cells">${fieldsOfRow(
      field,
      row,
    ).map((column, at) =>
      // Blank rows are ignored, so the browser must not require their fields.
      fieldView({ ...column, label: columns[at]!.label, required: false }, state),
    )}</div>${moveButtons(field, row, last)}</div>`,
  )}</fieldset>`;
}

const moveSigns: Record<Move, string> = { up: '↑', down: '↓', remove: '×' };
const moveWords: Record<Move, string> = { up: 'Move up', down: 'Move down', remove: 'Remove' };

/** The buttons that move and remove a row; none in the blank rows after the last filled one. */
function moveButtons(field: Field, row: number, last: number): Html {
  const moves: Move[] = row > last ? [] : ['up', 'down', 'remove'];
  return html`<div class="moves">${moves.map(move =>
    (move === 'up' && row === 0) || (move === 'down' && row === last)
      ? html`<span></span>`
      : html`<button type="submit" name="${rearrangeName}" value="${moveOf(move, field.name, row)}" formnovalidate aria-label="${moveWords[move]}: ${rowName(field, row)}" title="${moveWords[move]}">${moveSigns[move]}</button>`,
  )}</div>`;
}

/** The number of rows to show: some blank ones after the last filled one, or as many as were requested. */
function rowCount(field: Field, { texts, leastRows = 0 }: FormState): number {
  const count = (filledRows(field, texts).at(-1) ?? -1) + 1 + blankRowsOf(field);
  const { max = count } = field;
  return Math.min(max, Math.max(count, leastRows));
}

/**
 * The button that keeps Enter in a field from sending a form with rows, where people press it to reach the next field:
 * browsers press the form's first button. This one only shows the form again. Null for a form without rows.
 */
export const enterStop = (fields: readonly Field[]): Html | null =>
  fields.some(({ kind }) => kind === 'rows')
    ? html`<button type="submit" name="${rearrangeName}" value="${calculate}" formnovalidate hidden>Enter</button>`
    : null;

/**
 * The button for more rows of a field; null if the field has no rows, or has all that are allowed. It follows the rows,
 * before the button that sends the form. `action`: the address of the form.
 */
export function moreRowsButton(field: Field, state: FormState, action: string): Html | null {
  const { name, label, kind, max = 0 } = field;
  const count = kind === 'rows' ? rowCount(field, state) : max;
  if (count >= max) return null;
  return html`<p class="actions"><button class="quiet" name="${moreName}" value="${count + blankRowsOf(field)}" formaction="${action}#${idIn(state.form, name)}" formnovalidate>More ${label.toLowerCase()}</button></p>`;
}
