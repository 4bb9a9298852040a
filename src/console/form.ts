import { randomBytes } from 'node:crypto';
import type { Row } from '../actions/define.ts';
import { asItWas, asItWasName } from './asItWas.ts';
import type { Field } from './fields.ts';
import { type Html, html } from './html.ts';
import { inputOf } from './input.ts';
import { addressOf } from './paths.ts';
import type { Post } from './post.ts';
import { filledIn, named } from './readForm.ts';
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
  /** Which record the button is for, for those who hear the page: it has such a button for each of many records. */
  of?: string;
  /** Whether the button is one among others, and not what the page is for. */
  quiet?: boolean;
}

/** How many blank rows a list of objects offers for more. */
const blankRows = 3;

/**
 * The form of a post, for the person on the page: its fields, and a button named after what it does. After a refusal
 * it shows again what was typed, and what is wrong with it. Null for those who may not do it. What cannot be undone is
 * asked once more on a page of its own; where a new proof of who one is is needed, there is a link to the page for it.
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
  const fields = post.fields.map(field => ({ ...field, options: options[field.name] ?? field.options }));
  if (!mayDo(person, by) || (record && !post.offered(record))) return null;
  if (fresh && !person.is_fresh) {
    return html`<p><a class="button" href="/sign-in/confirm?${new URLSearchParams({ next: here }).toString()}">${button}: first confirm that it is you</a></p>`;
  }
  const path = addressOf(post.path, params);
  const sent = refusal?.path === path ? refusal : undefined;
  const inCurrency = currency ?? person.currency;
  const first = filledIn(fields, values, inCurrency);
  const texts = sent?.values ?? first;
  const id = idOf(path);
  const pressed = html`<button${quiet ? html` class="quiet"` : null}${
    of === undefined ? null : html` aria-label="${button} ${of}"`
  }>${button}</button>`;
  const inside = html`
      ${fields.map(field => asked(field, id, texts, sent?.failures ?? []))}
      ${fields.length === 0 ? pressed : html`<p class="actions">${pressed}</p>`}`;
  if (irreversible !== null) {
    // A browser puts the fields of a GET form in place of the whole query. So this page's query goes along in hidden
    // fields, to lead back here.
    const back = [...new URLSearchParams(queryOf(search))];
    return html`<form method="get" action="${path}">${back.map(unseen)}${inThis(inCurrency)}${inside}</form>`;
  }
  return html`
    <form method="post" action="${path}${queryOf(search)}">
      ${once()}${inThis(inCurrency)}${post.changes ? unseen([asItWasName, sent?.values.get(asItWasName) ?? asItWas(fields, first)]) : null}${inside}
    </form>`;
}

/** The form that asks once more: `brought` is what was filled in, `search` the query of the page where that was. */
export function confirmation(
  path: string,
  search: URLSearchParams,
  post: Post,
  brought: URLSearchParams,
): Html {
  const seen = post.fields.filter(({ name, hidden }) => !hidden && brought.get(name));
  return html`
    ${
      seen.length === 0
        ? null
        : html`<dl>${seen.map(({ name, label }) => html`<dt>${label}</dt><dd>${brought.getAll(name).join(', ')}</dd>`)}</dl>`
    }
    <form method="post" action="${path}${queryOf(search)}">
      ${once()}${[...brought].map(unseen)}
      <p class="actions"><button${seen.length > 0 ? null : html` class="danger"`}>${post.button}</button></p>
    </form>`;
}

const unseen = ([name, value]: [string, string]) =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** The two parts of the query of a page that asks once more: what the post's form sent, and what leads back to that form's page. */
export function apart({ fields }: Post, search: URLSearchParams) {
  const brought = new URLSearchParams();
  const back = new URLSearchParams();
  const isBrought = (key: string) =>
    key === currencyName || fields.some(({ name }) => key === name || key.startsWith(`${name}.`));
  for (const [name, value] of search) (isBrought(name) ? brought : back).append(name, value);
  return { brought, back };
}

/** A hidden field by which a second click on the same form is recognized. */
export const once = () => unseen(['once', randomBytes(16).toString('base64url')]);

/** The name of the hidden field with the currency of the form's amounts, which tells how many digits they have. */
const currencyName = 'currency-of-amounts';
const inThis = (currency: string) => unseen([currencyName, currency]);

/** The query that leads back to the same view of a page, without what was said of the form before. */
export function queryOf(search: URLSearchParams): string {
  const query = new URLSearchParams(search);
  query.delete('done');
  return query.size === 0 ? '' : `?${query}`;
}

/** The id of a form's field on the page. */
export const fieldId = (path: string, name: string) => `${idOf(path)}-${name.replaceAll('.', '-')}`;
const idOf = (path: string) => path.slice(1).replaceAll(/[^\w-]/g, '-');

type Wrong = readonly { field?: string | undefined; message: string }[];

/** A field with its label, what was filled in, and what is wrong with that; `form` begins its id. */
export function asked(field: Field, form: string, texts: URLSearchParams, failures: Wrong): Html {
  if (field.kind === 'rows') return rows(field, form, texts, failures);
  const { name, label, kind, hint, required } = field;
  if (field.hidden) return html`${texts.getAll(name).map(text => unseen([name, text]))}`;
  const id = `${form}-${name.replaceAll('.', '-')}`;
  const wrong = failures.filter(({ field }) => field === name || field?.startsWith(`${name}.`));
  const control = inputOf(field, { id, texts: texts.getAll(name), isWrong: wrong.length > 0 });
  const more = html`
    ${hint === undefined ? null : html`<span class="hint" id="${id}-hint">${hint}</span>`}
    ${wrong.map(({ message }) => html`<span class="error" id="${id}-error">${message}</span>`)}`;
  if (kind === 'choices') return html`<fieldset><legend>${label}</legend>${more}${control}</fieldset>`;
  if (kind === 'checkbox') return html`<p class="field"><label>${control} ${label}</label>${more}</p>`;
  return html`
    <p class="field">
      <label for="${id}">${label}${required ? null : html` <span class="optional">(optional)</span>`}</label>
      ${more}${control}
    </p>`;
}

function rows(field: Field, form: string, texts: URLSearchParams, failures: Wrong): Html {
  const { name, label, hint, columns } = field;
  const numbers = [...texts.keys()].map(key =>
    Number(/\.(\d+)\./.exec(key.startsWith(`${name}.`) ? key : '')?.[1] ?? -1),
  );
  const count = Math.max(-1, ...numbers) + 1 + (field.blank ?? blankRows);
  const ofList = failures.filter(({ field }) => field === name);
  return html`
    <fieldset class="rows" id="${form}-${name}">
      <legend>${label}</legend>
      ${hint === undefined ? null : html`<span class="hint">${hint}</span>`}
      ${ofList.map(({ message }) => html`<span class="error">${message}</span>`)}
      ${Array.from(
        { length: count },
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
