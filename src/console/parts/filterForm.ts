import { type Html, html } from '../html/html.ts';
import type { PageContext } from '../routing/pageContext.ts';

/** A field that a list is narrowed by: its name in the address, its label, and the values to choose from with their words. */
export type Filter = readonly [
  name: string,
  label: string,
  choices: readonly (readonly [string, string])[] | 'date' | 'checkbox' | 'search',
];

/** The form that narrows a list by what its address then says. */
export function filterForm({ here, search }: PageContext, filters: readonly Filter[]): Html {
  const path = here.split('?')[0]!;
  return html`
    <form method="get" action="${path}" class="filters">
      ${filters.map(([name, label, choices]) => field(name, label, choices, search.get(name) ?? ''))}
      <p><button class="quiet">Filter</button></p>
    </form>`;
}

function field(name: string, label: string, choices: Filter[2], chosen: string): Html {
  if (choices === 'checkbox')
    return html`<p><label><input type="checkbox" name="${name}" value="true"${
      chosen === 'true' ? html` checked` : null
    }> ${label}</label></p>`;
  const control =
    choices === 'date' || choices === 'search'
      ? html`<input type="${choices}" id="filter-${name}" name="${name}" value="${chosen}">`
      : html`<select id="filter-${name}" name="${name}"><option value="">All</option>${choices.map(
          ([value, words]) =>
            html`<option value="${value}"${value === chosen ? html` selected` : null}>${words}</option>`,
        )}</select>`;
  return html`<p class="field"><label for="filter-${name}">${label}</label>${control}</p>`;
}
