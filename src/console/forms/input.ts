import { type Html, html } from '../html/html.ts';
import { durationPlaceholder } from './durationField.ts';
import type { Field, Kind } from './fields.ts';

/** The state of a field in a form. */
interface FieldState {
  id: string;
  /** Its values. */
  texts: readonly string[];
  isWrong: boolean;
}

/** The HTML input types of one-line kinds. A decimal number is text, because its notation depends on the locale. */
const types: Partial<Record<Kind, string>> = { email: 'email', date: 'date' };
const modes: Partial<Record<Kind, string>> = {
  number: 'numeric',
  money: 'decimal',
  percent: 'decimal',
  hundredths: 'decimal',
  millionths: 'decimal',
};

/** The control of a field. */
export function inputOf(field: Field, state: FieldState): Html {
  switch (field.kind) {
    case 'select':
      return select(field, state);
    case 'checkbox':
      return html`<input type="checkbox" name="${field.name}"${common(field, state)}${state.texts.length > 0 ? html` checked` : null}>`;
    case 'choices':
      return html`${field.options.map(
        ([value, label]) =>
          html`<label><input type="checkbox" name="${field.name}" value="${value}"${
            state.texts.includes(value) ? html` checked` : null
          }> ${label}</label>`,
      )}`;
    case 'lines':
    case 'textarea':
      return html`<textarea name="${field.name}" rows="${field.rows ?? (field.kind === 'lines' ? 6 : 4)}"${common(field, state)}${maxLengthAttribute(field)}>
${state.texts[0] ?? ''}</textarea>`;
    case 'file':
      return html`<input type="file" name="${field.name}"${common(field, state)}${field.accept === undefined ? null : html` accept="${field.accept}"`}>`;
    default:
      return html`<input type="${types[field.kind] ?? 'text'}" name="${field.name}" value="${state.texts[0] ?? ''}"${common(field, state)}${inputModeAttribute(field)}${maxLengthAttribute(field)}${field.kind === 'duration' ? html` placeholder="${durationPlaceholder}"` : null}>`;
  }
}

function select(field: Field, state: FieldState): Html {
  const [chosen = ''] = state.texts;
  const { options } = field;
  const isListed = options.some(([value]) => value === chosen);
  return html`<select name="${field.name}"${common(field, state)}>
    ${field.required ? null : html`<option value="">${field.blank ?? ''}</option>`}
    ${isListed || chosen === '' ? null : option(chosen, chosen, true)}${(options.length > longList ? longOptions : shortOptions)(options, isListed ? chosen : '')}
  </select>`;
}

/** An option of a select, whose value is its label unless it says otherwise. */
export const option = (value: string, label: string, isChosen: boolean): Html =>
  html`<option${value === label ? null : html` value="${value}"`}${isChosen ? html` selected` : null}>${label}</option>`;

const shortOptions = (options: Field['options'], chosen: string): Html =>
  html`${options.map(([value, label]) => option(value, label, value === chosen))}`;

/** A list of more options is the same on every page, but for what is chosen. */
const longList = 50;
const beforeChosen = new WeakMap<Field['options'], Map<string, Html>>();

function longOptions(options: Field['options'], chosen: string): Html {
  const rendered = beforeChosen.get(options) ?? new Map<string, Html>();
  beforeChosen.set(options, rendered);
  const all = rendered.get(chosen) ?? shortOptions(options, chosen);
  if (rendered.size < 10) rendered.set(chosen, all);
  return all;
}

/** The attributes of every control, for browsers and screen readers. */
function common(field: Field, { id, isWrong }: FieldState): Html {
  const { kind, required, autocomplete } = field;
  return html` id="${id}"${required && kind !== 'checkbox' ? html` required` : null}${
    isWrong ? html` aria-invalid="true"` : null
  }${describedBy(field, id, isWrong)}${autocomplete === undefined ? null : html` autocomplete="${autocomplete}"`}`;
}

/** The attribute that refers to the field's hint and error. */
export function describedBy({ hint }: Field, id: string, isWrong: boolean): Html | null {
  const ids = [...(hint === undefined ? [] : [`${id}-hint`]), ...(isWrong ? [`${id}-error`] : [])];
  return ids.length === 0 ? null : html` aria-describedby="${ids.join(' ')}"`;
}

const inputModeAttribute = ({ kind }: Field) => (modes[kind] ? html` inputmode="${modes[kind]}"` : null);

/** Browsers count UTF-16 units, we count code points: the browser must not stop people earlier than we do. */
const maxLengthAttribute = ({ kind, maxLength }: Field) =>
  maxLength === undefined || kind === 'lines' ? null : html` maxlength="${maxLength * 2}"`;
