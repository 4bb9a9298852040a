import { type Html, html } from '../html/html.ts';

/** A link to a file of the document on a page. */
export const downloadLink = (path: string, label = 'Download PDF'): Html =>
  html`<a class="button quiet" href="${path}">${label}</a>`;
