import { type Html, html, type Value } from '../html/html.ts';

/** A column of a table; numbers are right-aligned. */
export type Column = string | readonly [name: string, kind: 'number'];

/** A table whose first column names the rows. If it is wider than the window it scrolls, also by keyboard; on a phone a row becomes a card, whose values the style sheet labels by `data-label`. */
export function table(label: string, columns: readonly Column[], rows: readonly (readonly Value[])[]): Html {
  const kinds = columns.map(column => (typeof column === 'string' ? null : html` class="number"`));
  const names = columns.map(column => (typeof column === 'string' ? column : column[0]));
  const cell = (value: Value, at: number) =>
    at === 0
      ? html`<th scope="row">${value}</th>`
      : html`<td data-label="${names[at]!}"${kinds[at]!}>${value}</td>`;
  return html`<section class="scroll" aria-label="${label}" tabindex="0"><table>
    <thead><tr>${names.map((name, at) => html`<th scope="col"${kinds[at]!}>${name}</th>`)}</tr></thead>
    <tbody>${rows.map(row => html`<tr>${row.map(cell)}</tr>`)}</tbody></table></section>`;
}
