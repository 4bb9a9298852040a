import type { z } from 'zod';
import { check } from '../../admission/check.ts';
import type { Choices } from '../../formatting/choices.ts';
import { hiddenField } from '../forms/hiddenFields.ts';
import { option } from '../forms/input.ts';
import { type Html, html } from '../html/html.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { withFragment } from '../requests/paths.ts';

/** The parameters of an address that a schema has, without blank ones: a form sends its blank fields too. */
export const filled = ({ shape }: z.ZodObject, search: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    Object.keys(shape)
      .map(name => [name, search.get(name)?.trim() ?? ''])
      .filter(([, text]) => text !== ''),
  );

/** The filters in an address. Throws validation. */
export const filtersIn = <Filters extends z.ZodObject>(
  filters: Filters,
  search: URLSearchParams,
): z.output<Filters> => check(filters, filled(filters, search)) as z.output<Filters>;

/** A filter of a list: its name in the address, its label, and its values with their labels. */
type Filter = readonly [name: string, label: string, choices: Choices | 'date' | 'search'];

/**
 * The form with the filters of a list, which it puts into the address. `kept`: parameters of the address that stay.
 * `listId`: the id of the list's heading, if the list is far down the page.
 */
export function filterForm(
  { here, search }: PageContext,
  filters: readonly Filter[],
  kept: readonly string[] = [],
  listId?: string,
): Html {
  const path = here.split('?')[0]!;
  const isSearch = filters.some(([, , choices]) => choices === 'search');
  return html`
    <form method="get" action="${withFragment(path, listId)}" class="filters"${isSearch ? html` role="search"` : null}>
      ${kept.map(name => (search.get(name) ? hiddenField([name, search.get(name)!]) : null))}
      ${filters.map(([name, label, choices]) => field(name, label, choices, search.get(name) ?? ''))}
      <p><button class="quiet">${filters.length === 1 && isSearch ? 'Search' : 'Filter'}</button></p>
    </form>`;
}

function field(name: string, label: string, choices: Filter[2], chosen: string): Html {
  const control =
    choices === 'date' || choices === 'search'
      ? html`<input type="${choices}" id="filter-${name}" name="${name}" value="${chosen}">`
      : select(name, [['', 'All'], ...choices], chosen);
  return labeled(name, label, control);
}

const select = (name: string, choices: Choices, chosen: string): Html =>
  html`<select id="filter-${name}" name="${name}">${choices.map(([value, words]) => option(value, words, value === chosen))}</select>`;

const labeled = (name: string, label: string, control: Html): Html =>
  html`<p class="field"><label for="filter-${name}">${label}</label>${control}</p>`;

/** A parameter of an address that always has one of some values, the first one by default. */
export type Choice = readonly [name: string, label: string, choices: Choices];

/** The field that chooses it. */
export const choiceField = ([name, label, choices]: Choice, search: URLSearchParams): Html =>
  labeled(name, label, select(name, choices, chosenOf([name, label, choices], search)));

/** What an address chooses. */
export const chosenOf = ([name, , choices]: Choice, search: URLSearchParams): string =>
  (choices.find(([value]) => value === search.get(name)) ?? choices[0]!)[0];
