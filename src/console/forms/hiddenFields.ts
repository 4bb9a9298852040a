import { type Html, html } from '../html/html.ts';
import { digestsName } from './changedFields.ts';

// The hidden fields that the console adds to every form, besides those of the post.

/** The field with the idempotency token, which with the form's other fields identifies a second click on the same form. */
export const tokenName = 'once';

/** The field with the currency of the form's amounts, which determines their decimal places. */
export const currencyName = 'currency-of-amounts';

/** The field with the locale in which the form's numbers are written. */
export const localeName = 'locale-of-numbers';

/** The name of the button that only requests the form with more rows; its value is the number of rows. */
export const moreName = 'more';

/** A hidden field. */
export const hiddenField = ([name, value]: readonly [string, string]): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** The number of rows that a form requests; 0 if the form is to be performed. */
export const requestedRows = (form: URLSearchParams): number => Math.trunc(Number(form.get(moreName))) || 0;

const names = new Set([tokenName, currencyName, localeName, digestsName]);

/** These fields as they were sent, for a form that will be sent again. */
export const resubmitted = (form: URLSearchParams): Html[] =>
  [...form].filter(([name]) => names.has(name)).map(hiddenField);
