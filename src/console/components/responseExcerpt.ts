import { type Html, html } from '../html/html.ts';

/** The beginning of a receiver's response; null if there was none, or it was empty. */
export const responseExcerpt = (response: string | null): Html | null =>
  response === null || response === ''
    ? null
    : html`<pre tabindex="0" aria-label="Start of the response">${response}</pre>`;
