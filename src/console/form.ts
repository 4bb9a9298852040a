import { randomBytes } from 'node:crypto';
import type { Row } from '../actions/define.ts';
import { asItWas, asItWasName, changed } from './asItWas.ts';
import type { Field } from './fields.ts';
import { type Html, html } from './html.ts';
import { describedBy, inputOf } from './input.ts';
import { addressOf } from './paths.ts';
import type { Post } from './post.ts';
import { filledIn, filledRows, isNumber, localeName, named } from './readForm.ts';
import type { Refusal } from './refusal.ts';
import { mayDo, type Visit } from './visit.ts';

/** What a page gives a form besides its post. */
export interface Given {
  /** Values for the `:name`s of the post's path, where they are not those of the page. */
  params?: Record<string, string>;
  /** What is filled in at first, as the input's schema has it. */
  values?: Record<string, unknown>;
  /** The currency of its amounts; left out: the workspace's own. */
  currency?: string;
  /** For fields that are chosen from what is there: each value, and what it is called. */
  options?: Record<string, Field['options']>;
  /** The record that it is done on. There is a form only where the record's present state allows it. */
  record?: Row;
  /**
   * Which record the button is for, for those who hear the page: it has such a button for each of many records. Where
   * the post has no fields, they stand together in `formOfMany`.
   */
  of?: string;
  /** Whether the button is one among others, and not what the page is for. */
  quiet?: boolean;
}

/** How many blank rows a list of objects offers for more. */
const blankRows = 3;

/** The name of the button that sends a form only to have it back with more rows; its value says how many. */
const moreName = 'more';

/**
 * The form of a post, for the person on the page: its fields, and a button named after what it does. After a refusal
 * it shows again what was typed, and what is wrong with it. Null for those who may not do it. What cannot be undone is
 * asked once more: its form is folded up, under a sentence that says what becomes of it. Where a new proof of who one is
 * is needed, there is a link to the page for it.
 */
export function form(
  visit: Visit,
  post: Post,
  {
    params = visit.params,
    values = {},
    currency,
    options = {},
    record,
    of,
    quiet = of !== undefined,
  }: Given = {},
): Html | null {
  const { person, search, refusal, here } = visit;
  const { by, fresh, irreversible, button } = post;
  // What may grow stands last, with the button that makes it grow.
  const fields = post.fields
    .map(field => ({ ...field, options: options[field.name] ?? field.options }))
    .sort((one, other) => Number(one.kind === 'rows') - Number(other.kind === 'rows'));
  if (!mayDo(person, by) || (record && !post.offered(record))) return null;
  if (fresh && !person.is_fresh) {
    return html`<p><a class="button" href="/sign-in/confirm?${new URLSearchParams({ next: here }).toString()}">${button}: first confirm that it is you</a></p>`;
  }
  const path = addressOf(post.path, params);
  const sent = refusal?.path === path ? refusal : undefined;
  const inCurrency = currency ?? person.currency;
  const first = filledIn(fields, values, { locale: person.locale, currency: inCurrency });
  const texts = sent ? standing(fields, post.changes ?? false, first, sent) : first;
  const id = idOf(path, here);
  const least = sent === undefined ? 0 : rowsAskedFor(sent.values);
  const label = of === undefined ? null : html` aria-label="${button} ${of}"`;
  const isAsked = irreversible !== null;
  const action = path + queryOf(search);
  const isShared = of !== undefined && fields.length === 0;
  const pressed = html`<button${isShared ? html` formaction="${action}"` : null}${
    isAsked ? null : html`${quiet ? html` class="quiet"` : null}${label}`
  }>${button}</button>`;
  const whole = html`<form method="post" action="${action}">${once()}${
    fields.some(isAmount) ? unseen([currencyName, inCurrency]) : null
  }${fields.some(isNumber) ? unseen([localeName, person.locale]) : null}${post.changes ? unseen([asItWasName, asItWas(fields, first)]) : null}${fields.map(
    field => asked(field, id, texts, sent?.failures ?? [], least),
  )}${fields.every(({ hidden }) => hidden) ? pressed : html`<p class="actions">${pressed}${fields.map(field => more(field, action, id, texts, least))}</p>`}</form>`;
  const inside = isShared ? pressed : whole;
  if (!isAsked) return inside;
  return html`<details class="ask"${sent ? html` open` : null}><summary${quiet ? null : html` class="button"`}${label}>${button}</summary><p>${irreversible}</p>${inside}</details>`;
}

/** One form around a list, for the buttons of all its records: a form for each would be a third of the page. */
export const formOfMany = (list: Html): Html => html`<form method="post">${once()}${list}</form>`;

/**
 * What is in the fields after a refusal: what was typed, and where nothing was changed, what the record has now. Hidden
 * fields that tell what the reader saw stay as they were sent, until the answer is that the record changed: that answer
 * shows the record as it is now, and pressing again means that.
 */
function standing(
  fields: readonly Field[],
  isChange: boolean,
  first: URLSearchParams,
  { values, status }: Refusal,
): URLSearchParams {
  const typed = isChange ? changed(fields, values) : fields;
  const kept = typed.filter(({ name, hidden }) => !hidden || (status !== 409 && values.has(name)));
  const names = new Set(kept.map(({ name }) => name));
  const isKept = ([name]: [string, string]) => names.has(name.split('.')[0]!);
  return new URLSearchParams([...[...values].filter(isKept), ...[...first].filter(pair => !isKept(pair))]);
}

/** A hidden field. */
export const unseen = ([name, value]: readonly [string, string]) =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** The name of the hidden field by which, with all else that is sent, a second click on the same form is recognized. */
export const onceName = 'once';
export const once = () => unseen([onceName, randomBytes(16).toString('base64url')]);

/** The name of the hidden field with the currency of the form's amounts, which tells how many digits they have. */
export const currencyName = 'currency-of-amounts';
const isAmount = ({ kind, columns }: Field): boolean => kind === 'money' || columns.some(isAmount);

/** The query that leads back to the same view of a page, without what was said of the form before. */
export function queryOf(search: URLSearchParams): string {
  const query = new URLSearchParams(search);
  query.delete('done');
  return query.size === 0 ? '' : `?${query}`;
}

/** The id of a form's field on the page `here`. */
export const fieldId = (path: string, name: string, here = '') =>
  `${idOf(path, here)}-${name.replaceAll('.', '-')}`;

/** What the ids of a form begin with. They are many: what its path has from the page's own is left out. */
export function idOf(path: string, here = ''): string {
  const page = `${here.split('?')[0]}/`;
  return path.slice(path.startsWith(page) ? page.length : 1).replaceAll(/[^\w-]/g, '-');
}

type Wrong = readonly { field?: string | undefined; message: string }[];

/** A field with its label, what was filled in, and what is wrong with that; `form` begins its id, and there are `least` rows of it or more. */
export function asked(field: Field, form: string, texts: URLSearchParams, failures: Wrong, least = 0): Html {
  if (field.kind === 'rows') return rows(field, form, texts, failures, least);
  const { name, label, kind, required } = field;
  if (field.hidden) return html`${texts.getAll(name).map(text => unseen([name, text]))}`;
  const id = `${form}-${name.replaceAll('.', '-')}`;
  const { isWrong, more } = told(field, id, failures);
  const control = inputOf(field, { id, texts: texts.getAll(name), isWrong });
  if (kind === 'choices')
    return html`<fieldset id="${id}"${describedBy(field, id, isWrong)}><legend>${label}</legend>${more}${control}</fieldset>`;
  if (kind === 'checkbox') return html`<p class="field"><label>${control} ${label}</label>${more}</p>`;
  // No field of a row is optional by itself: the rest may ask for it.
  const isOptional = !required && !name.includes('.');
  return html`
    <p class="field">
      <label for="${id}">${label}${isOptional ? html` <span class="optional">(optional)</span>` : null}</label>
      ${more}${control}
    </p>`;
}

/** The hint and the error beside a field: everything that is wrong with it, in one element. */
function told({ name, hint }: Field, id: string, failures: Wrong) {
  const wrong = failures.filter(({ field }) => field === name).map(({ message }) => message);
  const more = html`
    ${hint === undefined ? null : html`<span class="hint" id="${id}-hint">${hint}</span>`}
    ${wrong.length === 0 ? null : html`<span class="error" id="${id}-error">${wrong.join(' ')}</span>`}`;
  return { isWrong: wrong.length > 0, more };
}

/** How many rows a form asks for that is only to come back with more of them; 0: it is to be done. */
export const rowsAskedFor = (form: URLSearchParams) => Math.trunc(Number(form.get(moreName))) || 0;

/** How many rows there are: blank ones after the last that is filled in, or as many as were asked for. */
function rowCount(field: Field, texts: URLSearchParams, least: number): number {
  const count = (filledRows(field, texts).at(-1) ?? -1) + 1 + blankRows;
  const { most = count } = field;
  return Math.min(most, Math.max(count, least));
}

/** The button for more rows. It does not stand among them: pressing Enter in a field presses the first button of its form. */
function more(
  field: Field,
  action: string,
  form: string,
  texts: URLSearchParams,
  least: number,
): Html | null {
  const { name, label, kind, most = 0 } = field;
  const count = kind === 'rows' ? rowCount(field, texts, least) : most;
  if (count >= most) return null;
  return html`<button class="quiet" name="${moreName}" value="${count + blankRows}" formaction="${action}#${form}-${name}" formnovalidate>More ${label.toLowerCase()}</button>`;
}

function rows(field: Field, form: string, texts: URLSearchParams, failures: Wrong, least: number): Html {
  const { name, label, columns } = field;
  const id = `${form}-${name}`;
  const { isWrong, more } = told(field, id, failures);
  return html`
    <fieldset class="rows" id="${id}"${describedBy(field, id, isWrong)}>
      <legend>${label}</legend>
      ${more}
      ${Array.from(
        { length: rowCount(field, texts, least) },
        (_, row) => html`
        <div class="row" role="group" aria-label="${label} ${row + 1}">
          ${named(field, row).map((column, at) =>
            // Only a row in which something stands has to be whole.
            asked({ ...column, label: columns[at]!.label, required: false }, form, texts, failures),
          )}
        </div>`,
      )}
    </fieldset>`;
}
