import { type Html, html } from '../html/html.ts';

/** A tab: its name, its address, and its number of records. */
export type TabLink = readonly [name: string, href: string, count?: string];

/** Tabs that link related pages. `here`: the address of the current one. */
export const tabs = (label: string, all: readonly TabLink[], here: string): Html =>
  html`<nav class="tabs" aria-label="${label}"><ul>${all.map(
    ([name, href, count]) =>
      html`<li><a href="${href}"${href === here ? html` aria-current="page"` : null}>${name}${
        count === undefined ? null : html` <span class="count">${count}</span>`
      }</a></li>`,
  )}</ul></nav>`;
