import { type Html, html } from '../html/html.ts';
import type { Field, Kind } from './fields.ts';

/** The present state of a field in a form. */
interface Standing {
  id: string;
  /** What is filled in. */
  texts: readonly string[];
  isWrong: boolean;
}

/** The HTML input types of the kinds that are one line of text. A number with a point is text: people write it in many ways. */
const types: Partial<Record<Kind, string>> = { email: 'email', date: 'date' };
const modes: Partial<Record<Kind, string>> = {
  number: 'numeric',
  money: 'decimal',
  percent: 'decimal',
  hundredths: 'decimal',
};

/** The part of a form in which a field is filled in. */
export function inputOf(field: Field, standing: Standing): Html {
  switch (field.kind) {
    case 'select':
      return select(field, standing);
    case 'checkbox':
      return html`<input type="checkbox" name="${field.name}"${common(field, standing)}${standing.texts.length > 0 ? html` checked` : null}>`;
    case 'choices':
      return html`${field.options.map(
        ([value, label]) =>
          html`<label><input type="checkbox" name="${field.name}" value="${value}"${
            standing.texts.includes(value) ? html` checked` : null
          }> ${label}</label>`,
      )}`;
    case 'lines':
    case 'textarea':
      return html`<textarea name="${field.name}" rows="${field.kind === 'lines' ? 6 : 4}"${common(field, standing)}${longest(field)}>
${standing.texts[0] ?? ''}</textarea>`;
    default:
      return html`<input type="${types[field.kind] ?? 'text'}" name="${field.name}" value="${standing.texts[0] ?? ''}"${common(field, standing)}${mode(field)}${longest(field)}>`;
  }
}

function select(field: Field, standing: Standing): Html {
  const [chosen] = standing.texts;
  return html`<select name="${field.name}"${common(field, standing)}>
    ${field.required ? null : html`<option value=""></option>`}
    ${field.options.map(([value, label]) => html`<option value="${value}"${value === chosen ? html` selected` : null}>${label}</option>`)}
  </select>`;
}

/** The attributes that every field has, for browsers and screen readers. */
function common(field: Field, { id, isWrong }: Standing): Html {
  const { kind, required, autocomplete } = field;
  return html` id="${id}"${required && kind !== 'checkbox' ? html` required` : null}${
    isWrong ? html` aria-invalid="true"` : null
  }${describedBy(field, id, isWrong)}${autocomplete === undefined ? null : html` autocomplete="${autocomplete}"`}`;
}

/** The attribute that names the hint and the error beside a field. */
export function describedBy({ hint }: Field, id: string, isWrong: boolean): Html | null {
  const ids = [...(hint === undefined ? [] : [`${id}-hint`]), ...(isWrong ? [`${id}-error`] : [])];
  return ids.length === 0 ? null : html` aria-describedby="${ids.join(' ')}"`;
}

const mode = ({ kind }: Field) => (modes[kind] ? html` inputmode="${modes[kind]}"` : null);

/** A browser counts UTF-16 units where we count code points: it must not stop people before we do. */
const longest = ({ kind, longest }: Field) =>
  longest === undefined || kind === 'lines' ? null : html` maxlength="${longest * 2}"`;
