import { type Changes, changed, digestsName, digestsOf } from './changed.ts';
import type { Field } from './fields.ts';
import { type Html, html } from './html.ts';
import { enterStop, type Filling, labelled, moreRows } from './labelled.ts';
import { addressOf, idOf, queryOf } from './paths.ts';
import type { Post } from './post.ts';
import { filledIn, isNumber, type Written } from './readForm.ts';
import type { Refusal } from './refusal.ts';
import { currencyName, localeName, once, rowsAskedFor, unseen } from './unseen.ts';
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
  /** What to say before it is done, in place of what the post says. */
  irreversible?: string;
  /** The record that it is done on. There is a form only where the record's present state allows it. */
  record?: Parameters<Post['offered']>[0];
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
  if (!mayDo(person, by) || (record && !post.offered(record))) return null;
  if (fresh && !person.is_fresh) return confirmFirst(button, here);
  const path = addressOf(post.path, params);
  const action = path + queryOf(visit.search);
  const refusal = visit.refusal?.path === path ? visit.refusal : undefined;
  const label = of === undefined ? null : html` aria-label="${button} ${of}"`;
  const attributes = irreversible === null ? html`${quiet ? html` class="quiet"` : null}${label}` : null;
  const inside =
    of !== undefined && fields.length === 0
      ? html`<button formaction="${action}"${attributes}>${button}</button>`
      : whole(visit, post, given, {
          id: idOf(path, here),
          action,
          refusal,
          pressed: html`<button${attributes}>${button}</button>`,
        });
  if (irreversible === null) return inside;
  return html`<details class="ask"${refusal ? html` open` : null}><summary${quiet ? null : html` class="button"`}${label}>${button}</summary><p>${irreversible}</p>${inside}</details>`;
}

const confirmFirst = (button: string, here: string): Html =>
  html`<p><a class="button" href="/sign-in/confirm?${new URLSearchParams({ next: here }).toString()}">${button}: first confirm that it is you</a></p>`;

/** A form with fields of its own. `pressed` is the button that sends it. */
function whole(
  { person }: Visit,
  { fields: all, changes = false }: Post,
  { values = {}, currency = person.currency, options = {} }: Given,
  {
    id,
    action,
    refusal,
    pressed,
  }: { id: string; action: string; refusal: Refusal | undefined; pressed: Html },
): Html {
  // What may grow stands last, with the button that makes it grow.
  const fields = all
    .map(field => ({ ...field, options: options[field.name] ?? field.options }))
    .sort((one, other) => Number(one.kind === 'rows') - Number(other.kind === 'rows'));
  // What was typed is read as it was written, whatever was set meanwhile, unless the answer is that the record changed.
  const written = {
    locale: refusal?.values.get(localeName) || person.locale,
    currency: (refusal?.status !== 409 && refusal?.values.get(currencyName)) || currency,
  };
  // Beside another currency the record's own amounts would be read as amounts in that one: they are left out.
  const typed = refusal?.values.get('currency')?.trim() || written.currency;
  const shown = typed === currency ? fields : fields.filter(field => !isAmount(field));
  const first = filledIn(shown, values, written);
  const filling: Filling = {
    form: id,
    texts: refusal ? standing(fields, changes, first, refusal) : first,
    failures: refusal?.failures ?? [],
    leastRows: refusal ? rowsAskedFor(refusal.values) : 0,
  };
  // A field that was refused counts as changed when the form comes again: left blank then, its value is removed.
  const unrefused = fields.filter(({ name }) => !refusal?.failures.some(({ field }) => field === name));
  const actions = fields.every(({ hidden }) => hidden)
    ? pressed
    : html`${fields.map(field => moreRows(field, filling, action))}<p class="actions">${pressed}</p>`;
  return html`<form method="post" action="${action}">${enterStop(fields)}${once()}${notationOf(fields, written)}${
    changes ? unseen([digestsName, digestsOf(unrefused, first, changes)]) : null
  }${fields.map(field => labelled(field, filling))}${actions}</form>`;
}

/** Hidden fields that tell how the form's amounts and numbers are written. */
const notationOf = (fields: readonly Field[], { locale, currency }: Written): Html =>
  html`${fields.some(isAmount) ? unseen([currencyName, currency]) : null}${fields.some(isNumber) ? unseen([localeName, locale]) : null}`;

const isAmount = ({ kind, columns }: Field): boolean => kind === 'money' || columns.some(isAmount);

/** One form around a list, for the buttons of all its records: a form for each would be a third of the page. */
export const formOfMany = (list: Html): Html =>
  // A list may have no record with a button at the moment, and a form without one is of no use to anyone.
  String(list).includes('<button') ? html`<form method="post">${once()}${list}</form>` : list;

/**
 * What is in the fields after a refusal: what was typed, and where nothing was changed, what the record has now. Hidden
 * fields that tell what the reader saw stay as they were sent, until the answer is that the record changed: that answer
 * shows the record as it is now, and pressing again means that.
 */
function standing(
  fields: readonly Field[],
  changes: Changes,
  first: URLSearchParams,
  { values, status }: Refusal,
): URLSearchParams {
  const typed = changed(fields, values, changes);
  const kept = typed.filter(({ name, hidden }) => !hidden || (status !== 409 && values.has(name)));
  const names = new Set(kept.map(({ name }) => name));
  const isKept = ([name]: [string, string]) => names.has(name.split('.')[0]!);
  return new URLSearchParams([...[...values].filter(isKept), ...[...first].filter(pair => !isKept(pair))]);
}
