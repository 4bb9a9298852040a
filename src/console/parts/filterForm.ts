import { type Html, html } from '../html.ts';
import type { Visit } from '../visit.ts';

/** A field that a list is narrowed by: its name in the address, its label, and what can be chosen. */
export type Filter = readonly [
  name: string,
  label: string,
  choices: readonly (readonly [string, string])[] | 'date',
];

/** The form that narrows a list by what its address then says. */
export function filterForm({ here, search }: Visit, filters: readonly Filter[]): Html {
  const path = here.split('?')[0]!;
  return html`
    <form method="get" action="${path}" class="filters">
      ${filters.map(([name, label, choices]) => field(name, label, choices, search.get(name) ?? ''))}
      <p><button class="quiet">Filter</button></p>
    </form>`;
}

function field(name: string, label: string, choices: Filter[2], chosen: string): Html {
  const control =
    choices === 'date'
      ? html`<input type="date" id="filter-${name}" name="${name}" value="${chosen}">`
      : html`<select id="filter-${name}" name="${name}"><option value="">All</option>${choices.map(
          ([value, words]) =>
            html`<option value="${value}"${value === chosen ? html` selected` : null}>${words}</option>`,
        )}</select>`;
  return html`<p class="field"><label for="filter-${name}">${label}</label>${control}</p>`;
}
