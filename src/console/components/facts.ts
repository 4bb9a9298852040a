import { type Html, html, type Value } from '../html/html.ts';

/** A list of labels and values; null values are left out. */
export const facts = (known: readonly (readonly [name: string, value: Value])[]): Html =>
  html`<dl>${known
    .filter(([, value]) => value !== null)
    .map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
