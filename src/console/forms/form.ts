import { type Html, html } from '../html/html.ts';
import type { Answer, Post } from '../posts/post.ts';
import { addressOf, confirmAddress, idOf, queryOf } from '../routing/paths.ts';
import { mayDo, type Visit } from '../sessions/visit.ts';
import { type Changes, changed, digestsName, digestsOf } from './changed.ts';
import type { Field } from './fields.ts';
import { enterStop, type FormState, fieldView, moreRows } from './fieldView.ts';
import { currencyName, hiddenField, localeName, rowsAskedFor } from './hiddenFields.ts';
import { idempotencyToken } from './idempotency.ts';
import { isNumeric, type NumberNotation } from './numberField.ts';
import { filledIn } from './parseForm.ts';
import type { RejectedForm } from './rejectedForm.ts';

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
  /** What to say before it is done, in place of what the post says. */
  irreversible?: string;
  /** The record that it is done on. There is a form only where the record's present state allows it. */
  record?: Answer;
  /**
   * Which record the button is for, for those who hear the page: it has such a button for each of many records. Where
   * the post has no fields, they stand together in `formOfMany`.
   */
  of?: string;
  /** Whether the button is one among others, and not what the page is for. */
  quiet?: boolean;
}

/**
 * The form of a post, for the person on the page: its fields, and a button named after what it does. After a refusal
 * it shows again what was typed, and what is wrong with it. Null for those who may not do it. What cannot be undone is
 * asked once more: its form is folded up, under a sentence that says what becomes of it. Where a new proof of who one is
 * is needed, there is a link to the page for it.
 */
export function form(visit: Visit, post: Post, given: Given = {}): Html | null {
  const { person, here } = visit;
  const { by, fresh, button, fields } = post;
  const {
    params = visit.params,
    record,
    of,
    quiet = of !== undefined,
    irreversible = post.irreversible,
  } = given;
  if (!mayDo(person, by) || (record && post.offered?.(record) === false)) return null;
  if (fresh && !person.is_recently_authenticated) return confirmFirst(button, here);
  const path = addressOf(post.path, params);
  const action = path + queryOf(visit.search);
  const rejected = visit.rejected?.path === path ? visit.rejected : undefined;
  const label = of === undefined ? null : html` aria-label="${button} ${of}"`;
  const attributes = irreversible === undefined ? html`${quiet ? html` class="quiet"` : null}${label}` : null;
  const inside =
    of !== undefined && fields.length === 0
      ? html`<button formaction="${action}"${attributes}>${button}</button>`
      : whole(visit, post, given, {
          id: idOf(path, here),
          action,
          rejected,
          pressed: html`<button${attributes}>${button}</button>`,
        });
  if (irreversible === undefined) return inside;
  return html`<details class="ask"${rejected ? html` open` : null}><summary${quiet ? null : html` class="button"`}${label}>${button}</summary><p>${irreversible}</p>${inside}</details>`;
}

const confirmFirst = (button: string, here: string): Html =>
  html`<p><a class="button" href="${confirmAddress(here)}">${button}: confirm that it’s you first</a></p>`;

/** A form with fields of its own. `pressed` is the button that sends it. */
function whole(
  { person }: Visit,
  { fields: all, changes = false }: Post,
  { values = {}, currency = person.currency, options = {} }: Given,
  {
    id,
    action,
    rejected,
    pressed,
  }: { id: string; action: string; rejected: RejectedForm | undefined; pressed: Html },
): Html {
  // What may grow stands last, with the button that makes it grow.
  const fields = all
    .map(field => ({ ...field, options: options[field.name] ?? field.options }))
    .sort((one, other) => Number(one.kind === 'rows') - Number(other.kind === 'rows'));
  // What was typed is read as it was written, whatever was set meanwhile, unless the answer is that the record changed.
  const written = {
    locale: rejected?.values.get(localeName) || person.locale,
    currency: (rejected?.status !== 409 && rejected?.values.get(currencyName)) || currency,
  };
  // Beside another currency the record's own amounts would be read as amounts in that one: they are left out.
  const typed = rejected?.values.get('currency')?.trim() || written.currency;
  const shown = typed === currency ? fields : fields.filter(field => !isAmount(field));
  const first = filledIn(shown, values, written);
  const state: FormState = {
    form: id,
    texts: rejected ? standing(fields, changes, first, rejected) : first,
    messages: rejected?.messages ?? [],
    leastRows: rejected ? rowsAskedFor(rejected.values) : 0,
  };
  // A field that was refused counts as changed when the form comes again: left blank then, its value is removed.
  const unrefused = fields.filter(({ name }) => !rejected?.messages.some(({ field }) => field === name));
  const actions = fields.every(({ hidden }) => hidden)
    ? pressed
    : html`${fields.map(field => moreRows(field, state, action))}<p class="actions">${pressed}</p>`;
  return html`<form method="post" action="${action}">${enterStop(fields)}${idempotencyToken()}${notationOf(fields, written)}${
    changes ? hiddenField([digestsName, digestsOf(unrefused, first, changes)]) : null
  }${fields.map(field => fieldView(field, state))}${actions}</form>`;
}

/** Hidden fields that tell how the form's amounts and numbers are written. */
const notationOf = (fields: readonly Field[], { locale, currency }: NumberNotation): Html =>
  html`${fields.some(isAmount) ? hiddenField([currencyName, currency]) : null}${fields.some(isNumber) ? hiddenField([localeName, locale]) : null}`;

const isAmount = ({ kind, columns }: Field): boolean => kind === 'money' || columns.some(isAmount);
const isNumber = ({ kind, columns }: Field): boolean => isNumeric(kind) || columns.some(isNumber);

/** One form around a list, for the buttons of all its records: a form for each would be a third of the page. */
export const formOfMany = (list: Html): Html =>
  // A list may have no record with a button at the moment, and a form without one is of no use to anyone.
  String(list).includes('<button') ? html`<form method="post">${idempotencyToken()}${list}</form>` : list;

/**
 * What is in the fields after a refusal: what was typed, and where nothing was changed, what the record has now. Hidden
 * fields that tell what the reader saw stay as they were sent, until the answer is that the record changed: that answer
 * shows the record as it is now, and pressing again means that.
 */
function standing(
  fields: readonly Field[],
  changes: Changes,
  first: URLSearchParams,
  { values, status }: RejectedForm,
): URLSearchParams {
  const typed = changed(fields, values, changes);
  const kept = typed.filter(({ name, hidden }) => !hidden || (status !== 409 && values.has(name)));
  const names = new Set(kept.map(({ name }) => name));
  const isKept = ([name]: [string, string]) => names.has(name.split('.')[0]!);
  return new URLSearchParams([...[...values].filter(isKept), ...[...first].filter(pair => !isKept(pair))]);
}
