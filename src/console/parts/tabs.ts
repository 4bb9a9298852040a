import { type Html, html } from '../html/html.ts';

/** Links between pages that belong together. `here`: the address of the one that is shown. */
export const tabs = (
  label: string,
  all: readonly (readonly [name: string, href: string])[],
  here: string,
): Html =>
  html`<nav class="tabs" aria-label="${label}"><ul>${all.map(
    ([name, href]) =>
      html`<li><a href="${href}"${href === here ? html` aria-current="page"` : null}>${name}</a></li>`,
  )}</ul></nav>`;
