import { type Html, html } from '../html/html.ts';
import type { PageContext, RejectedForm } from '../requests/pageContext.ts';
import { addressOf, confirmAddress, idOf, queryOf } from '../requests/paths.ts';
import { mayDo, type Person } from '../sessions/person.ts';
import { type Changes, changedFields, digestsName, digestsOf } from './changedFields.ts';
import { withOwnCurrencyFirst } from './currencies.ts';
import type { Field } from './fields.ts';
import { enterStop, type FormState, fieldView, moreRowsButton } from './fieldView.ts';
import { currencyName, hiddenField, localeName, requestedRows } from './hiddenFields.ts';
import { idempotencyToken } from './idempotency.ts';
import { isNumeric, type NumberNotation } from './numberField.ts';
import { filledIn } from './parseForm.ts';
import type { ActionRow, Post } from './post.ts';
import { filledRows } from './rows.ts';

/** How a page fills in and shows the form of a post. */
export interface FormOptions {
  /** Parameters of the post's path, if they differ from the page's. */
  params?: Record<string, string>;
  /** The initial values, as in the input's schema. */
  values?: Record<string, unknown>;
  /** The currency of its amounts; by default the workspace's. */
  currency?: string;
  /** The options of selects that list records: each value with its label. */
  options?: Record<string, Field['options']>;
  /** The warning before an irreversible action, in place of the post's. */
  irreversible?: string;
  /** The record that the action is for. The form is shown only if the record's state allows the action. */
  record?: ActionRow;
  /**
   * The name of the record that the button is for, for screen readers, if a page has the same button for several
   * records. Buttons of posts with at most one field, a hidden one, share one form (`formOfMany`).
   */
  recordName?: string;
  /** HTML to show after the rows of the form, such as their total. */
  afterRows?: Html;
  /** Content in place of some fields, by name, given the values of each. */
  views?: Record<string, (texts: readonly string[]) => Html>;
  /** Buttons beside that of the post, which send the form to another one. */
  otherButtons?: Html | undefined;
  /** The words that unfold the fields, for a form that can be sent as it is. After a rejection they are unfolded. */
  fold?: string | undefined;
  /** Whether sections without values are folded away. */
  foldsSections?: boolean;
  /** Whether the button is a secondary one. */
  quiet?: boolean;
}

/**
 * The form of a post: its fields, and a button named after the action. After a rejection it shows the typed values and
 * their errors. Null if the person may not perform the action. The form of an irreversible action is collapsed, with a
 * warning inside. If the action requires a new code, a link to the page that asks for it takes the form's place.
 */
export function form(context: PageContext, post: Post, given: FormOptions = {}): Html | null {
  const { person, here } = context;
  const { requiresRecentAuthentication, button, fields } = post;
  const {
    params = context.params,
    record,
    recordName,
    quiet = recordName !== undefined,
    irreversible = post.irreversible,
  } = given;
  if (!mayUse(person, post, record)) return null;
  if (requiresRecentAuthentication && !person.is_recently_authenticated) return confirmFirst(button, here);
  const path = addressOf(post.path, params);
  const action = path + queryOf(context.search);
  const rejected = context.rejected?.path === path ? context.rejected : undefined;
  const label = recordName === undefined ? null : html` aria-label="${button} ${recordName}"`;
  const attributes = irreversible === undefined ? html`${quiet ? html` class="quiet"` : null}${label}` : null;
  const inside =
    recordName !== undefined && fields.length <= 1 && fields.every(({ hidden }) => hidden)
      ? html`<button formaction="${action}"${shownValue(context, post, given)}${attributes}>${button}</button>`
      : formElement(context, post, given, {
          id: idOf(path, here),
          action,
          rejected,
          submitButton: html`<button${attributes}>${button}</button>`,
        });
  if (irreversible === undefined) return inside;
  return html`<details class="ask"${rejected ? html` open` : null}><summary${quiet ? null : html` class="button"`}${label}>${button}</summary><p>${irreversible}</p>${inside}</details>`;
}

/** Whether a person may use a post's form, for a record if it is about one. */
export const mayUse = (person: Person, { role, isOffered }: Post, record: FormOptions['record']): boolean =>
  mayDo(person, role) && !(record && isOffered?.(record) === false);

/** The name and value of a button that sends its post's hidden field. */
const shownValue = ({ person }: PageContext, { fields }: Post, { values = {} }: FormOptions): Html =>
  html`${[...filledIn(fields, values, person)].map(([name, value]) => html` type="submit" name="${name}" value="${value}"`)}`;

const confirmFirst = (button: string, here: string): Html =>
  html`<p><a class="button" href="${confirmAddress(here)}">${button}: confirm that it’s you first</a></p>`;

/** A form with fields. */
function formElement(
  { person }: PageContext,
  { fields: all, changes = false }: Post,
  {
    values = {},
    currency = person.currency,
    options = {},
    afterRows,
    views = {},
    otherButtons,
    fold,
    foldsSections = false,
  }: FormOptions,
  {
    id,
    action,
    rejected,
    submitButton,
  }: { id: string; action: string; rejected: RejectedForm | undefined; submitButton: Html },
): Html {
  // Lists of rows come first: the lines of an invoice matter more than its terms.
  const fields = all
    .map(field => withOwnCurrencyFirst(field, person.currency))
    .map(field => ({ ...field, options: options[field.name] ?? field.options }))
    .sort((one, other) => Number(isLeading(other)) - Number(isLeading(one)));
  // Typed numbers keep the notation in which they were typed, even if the settings changed meanwhile; after a conflict
  // the form shows the record as it is now.
  const written = {
    locale: rejected?.values.get(localeName) || person.locale,
    currency: (rejected?.status !== 409 && rejected?.values.get(currencyName)) || currency,
  };
  // If another currency was typed, the record's amounts are left out: they would be read as amounts in that currency.
  const typed = rejected?.values.get('currency')?.trim() || written.currency;
  const shown = typed === currency ? fields : fields.filter(field => !isAmount(field));
  const first = filledIn(shown, values, written);
  const state: FormState = {
    form: id,
    texts: rejected ? refilled(fields, changes, first, rejected) : first,
    messages: rejected?.messages ?? [],
    leastRows: rejected ? requestedRows(rejected.values) : 0,
  };
  // A rejected field counts as edited when the form is sent again: if it is blank then, its value is removed.
  const unrejected = fields.filter(({ name }) => !rejected?.messages.some(({ field }) => field === name));
  const actions = fields.every(({ hidden }) => hidden)
    ? submitButton
    : html`<p class="actions">${submitButton}${otherButtons ?? null}</p>`;
  const encoding = fields.some(({ kind }) => kind === 'file') ? html` enctype="multipart/form-data"` : null;
  const parts = sections(fields).map(([heading, group]) => {
    const shownFields = group.map(
      field =>
        html`${views[field.name]?.(state.texts.getAll(field.name)) ?? fieldView(field, state)}${moreRowsButton(field, state, action)}${field.kind === 'rows' ? (afterRows ?? null) : null}`,
    );
    if (heading === undefined) return shownFields;
    if (!foldsSections)
      return html`<fieldset class="section"><legend>${heading}</legend>${shownFields}</fieldset>`;
    return html`<details class="fold"${hasValues(group, state) ? html` open` : null}><summary>${heading}</summary><div class="section">${shownFields}</div></details>`;
  });
  const inside =
    fold === undefined
      ? parts
      : html`<details${rejected ? html` open` : null}><summary>${fold}</summary>${parts}</details>`;
  const digests = digestsOf(unrejected, first, changes);
  return html`<form method="post" action="${action}"${encoding}>${enterStop(fields)}${idempotencyToken()}${notationOf(fields, written)}${
    changes || digests !== '' ? hiddenField([digestsName, digests]) : null
  }${inside}${actions}</form>`;
}

/** Whether it is a list of rows that is in no section. */
const isLeading = ({ kind, section }: Field): boolean => kind === 'rows' && section === undefined;

/** Whether something is typed into one of the fields, or one of them is wrong. */
const hasValues = (fields: readonly Field[], { texts, messages = [] }: FormState): boolean =>
  fields.some(
    field =>
      messages.some(message => message.field?.split('.')[0] === field.name) ||
      (field.kind === 'rows'
        ? filledRows(field, texts).length > 0
        : texts.getAll(field.name).some(text => text.trim() !== '')),
  );

/** The page with some values over those of the record in a post's form, as if the person had typed them. */
export function typedOver(
  context: PageContext,
  { path, fields, changes = false }: Post,
  values: Record<string, unknown>,
  typed: Record<string, unknown>,
): PageContext {
  const texts = filledIn(fields, { ...values, ...typed }, context.person);
  texts.set(digestsName, digestsOf(fields, filledIn(fields, values, context.person), changes));
  const shown = { path: addressOf(path, context.params), values: texts, messages: [], status: 200 } as const;
  return { ...context, rejected: shown };
}

/** The fields by the heading of their group, those without one first. */
function sections(fields: readonly Field[]): [heading: string | undefined, group: Field[]][] {
  const groups = Map.groupBy(fields, ({ section }) => section);
  return [...groups].sort(([one], [other]) => Number(one !== undefined) - Number(other !== undefined));
}

/** Hidden fields with the currency and locale in which the form's amounts and numbers are written. */
const notationOf = (fields: readonly Field[], { locale, currency }: NumberNotation): Html =>
  html`${fields.some(isAmount) ? hiddenField([currencyName, currency]) : null}${fields.some(isNumber) ? hiddenField([localeName, locale]) : null}`;

const isAmount = ({ kind, columns }: Field): boolean => kind === 'money' || columns.some(isAmount);
const isNumber = ({ kind, columns }: Field): boolean => isNumeric(kind) || columns.some(isNumber);

/** One form around a list, for the buttons of all its records: a form for each button would be a third of the page. */
export const formOfMany = (list: Html): Html =>
  // A form without a button is useless, and currently none of the records may have one.
  String(list).includes('<button') ? html`<form method="post">${idempotencyToken()}${list}</form>` : list;

/**
 * The values of the fields after a rejection: the typed values, and the record's current values for fields that weren't
 * edited. Hidden fields with the state that the person saw stay as they were sent, except after a conflict: then the
 * page shows the record's current state, which the person confirms by pressing the button again.
 */
function refilled(
  fields: readonly Field[],
  changes: Changes,
  first: URLSearchParams,
  { values, status }: RejectedForm,
): URLSearchParams {
  const typed = changedFields(fields, values, changes);
  const kept = typed.filter(({ name, hidden }) => !hidden || (status !== 409 && values.has(name)));
  const names = new Set(kept.map(({ name }) => name));
  const isKept = ([name]: [string, string]) => names.has(name.split('.')[0]!);
  return new URLSearchParams([...[...values].filter(isKept), ...[...first].filter(pair => !isKept(pair))]);
}
