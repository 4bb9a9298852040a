import { type Html, html } from '../html/html.ts';

/** Tabs that link related pages. `here`: the address of the current one. */
export const tabs = (
  label: string,
  all: readonly (readonly [name: string, href: string])[],
  here: string,
): Html =>
  html`<nav class="tabs" aria-label="${label}"><ul>${all.map(
    ([name, href]) =>
      html`<li><a href="${href}"${href === here ? html` aria-current="page"` : null}>${name}</a></li>`,
  )}</ul></nav>`;
