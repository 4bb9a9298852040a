import { word } from '../forms/labels.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { searchForm } from '../parts/searchForm.ts';
import { type SearchResults, searchEverything, searchText, shownResults } from '../records/search.ts';
import { withQuery } from '../requests/paths.ts';

/** A search across clients, projects, invoices and inquiries. */
export const search = page<{ found: SearchResults }>({
  path: '/search',
  reads: ({ search }) => ({ found: searchEverything(searchText(search)) }),
  view: ({ found }, { search }) => {
    const text = searchText(search);
    const lists = [
      results('clients', text, found.clients, ({ name, company }) => [name, company]),
      results('projects', text, found.projects, ({ name, client }) => [name, client]),
      results('invoices', text, found.invoices, ({ number, client, project }) => [
        number,
        `${client} · ${project}`,
      ]),
      results('inquiries', text, found.inquiries, ({ name, company }) => [name, company]),
    ].filter(list => list !== null);
    return {
      title: 'Search',
      body: html`${searchForm(text)}${text !== '' && lists.length === 0 ? nothing(text) : lists}`,
    };
  },
});

/** What the lists of these kinds show only if they are asked for everything. */
const everything: Record<string, Record<string, string>> = {
  projects: { include_archived: 'true' },
  inquiries: { state: 'all' },
};

/** The results of a kind, each with its name and distinguishing details; null if there are none. */
function results<Result extends { id: string }>(
  kind: string,
  text: string,
  found: Result[],
  line: (result: Result) => [name: string, beside: string | null],
): Html | null {
  if (found.length === 0) return null;
  const { shown, hasMore } = shownResults(found);
  const item = (result: Result) => {
    const [name, beside] = line(result);
    return html`<li><a href="/${kind}/${result.id}">${name}</a>${beside === null ? null : html` <span class="when">${beside}</span>`}</li>`;
  };
  const all = withQuery(`/${kind}`, { search: text, ...everything[kind] });
  return html`<section><h2>${word(kind)}</h2>
    <ul class="list" data-keys="true">${shown.map(item)}</ul>
    ${hasMore ? html`<p><a href="${all}">All ${kind} that match</a></p>` : null}</section>`;
}

const nothing = (text: string): Html =>
  html`<p class="empty">Nothing matches “${text}”. You can search by name, company, email, invoice number and PO number.</p>`;
