import { type Html, html } from '../html.ts';

/** The parts of a record's page; the first is the page itself. */
export function tabs(
  label: string,
  path: string,
  all: readonly (readonly [name: string, label: string])[],
  current: string,
): Html {
  return html`<nav class="tabs" aria-label="${label}"><ul>${all.map(
    ([name, text], at) =>
      html`<li><a href="${path}${at === 0 ? '' : `?tab=${name}`}"${name === current ? html` aria-current="page"` : null}>${text}</a></li>`,
  )}</ul></nav>`;
}
