import { type Html, html } from '../html/html.ts';
import { digestsName } from './changed.ts';

// Hidden fields that the console itself puts into forms, beside those of a post.

/** The field with the idempotency token: by it and all else that is sent, a second click on the same form is recognized. */
export const tokenName = 'once';

/** The field with the currency of the form's amounts, which tells how many digits they have. */
export const currencyName = 'currency-of-amounts';

/** The field that says in which locale the form was shown: as its numbers stand there, they are read. */
export const localeName = 'locale-of-numbers';

/** The name of the button that sends a form only to have it back with more rows; its value says how many. */
export const moreName = 'more';

/** A hidden field. */
export const hiddenField = ([name, value]: readonly [string, string]): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** How many rows a form asks for that is only to come back with more of them; 0: it is to be done. */
export const rowsAskedFor = (form: URLSearchParams): number => Math.trunc(Number(form.get(moreName))) || 0;

const names = new Set([tokenName, currencyName, localeName, digestsName]);

/** These fields as they were sent, for a form that is to be sent again. */
export const resubmitted = (form: URLSearchParams): Html[] =>
  [...form].filter(([name]) => names.has(name)).map(hiddenField);
