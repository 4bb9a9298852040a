import { english } from '../../languages/messages.ts';
import { type Html, html } from '../html/html.ts';

/** A link to a file of the document on a page. */
export const downloadLink = (path: string, label = english('downloadPdf')): Html =>
  html`<a class="button quiet" href="${path}">${label}</a>`;
