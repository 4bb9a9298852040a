import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { searchForm } from '../parts/searchForm.ts';
import { type SearchResults, searchEverything, searchText, shownResults } from '../records/search.ts';

/** A search across clients, projects, invoices and inquiries. */
export const search = page<{ found: SearchResults }>({
  path: '/search',
  reads: ({ search }) => ({ found: searchEverything(searchText(search)) }),
  view: ({ found }, { search }) => {
    const text = searchText(search);
    const lists = [
      results('Clients', '/clients', text, found.clients, ({ id, name, company }) => [
        `/clients/${id}`,
        name,
        company,
      ]),
      results('Projects', '/projects', text, found.projects, ({ id, name, client }) => [
        `/projects/${id}`,
        name,
        client,
      ]),
      results('Invoices', '/invoices', text, found.invoices, ({ id, number, project, client }) => [
        `/invoices/${id}`,
        number,
        `${client} · ${project}`,
      ]),
      results('Inquiries', '/inquiries', text, found.inquiries, ({ id, name, company }) => [
        `/inquiries/${id}`,
        name,
        company,
      ]),
    ].filter(list => list !== null);
    return {
      title: 'Search',
      body: html`${searchForm(text)}${text !== '' && lists.length === 0 ? nothing(text) : lists}`,
    };
  },
});

/** The results of a kind, each with its address, name and distinguishing details; null if there are none. */
function results<Result>(
  heading: string,
  list: string,
  text: string,
  found: Result[],
  line: (result: Result) => [href: string, name: string, beside: string | null],
): Html | null {
  if (found.length === 0) return null;
  const { shown, hasMore } = shownResults(found);
  const all = `${list}?${new URLSearchParams({ search: text, ...(list === '/projects' && { include_archived: 'true' }), ...(list === '/inquiries' && { state: 'all' }) })}`;
  return html`<section><h2>${heading}</h2>
    <ul class="list" data-keys="true">${shown
      .map(line)
      .map(
        ([href, name, beside]) =>
          html`<li><a href="${href}">${name}</a>${beside === null ? null : html` <span class="when">${beside}</span>`}</li>`,
      )}</ul>
    ${hasMore ? html`<p><a href="${all}">All ${heading.toLowerCase()} that match</a></p>` : null}</section>`;
}

const nothing = (text: string): Html =>
  html`<p class="empty">Nothing matches “${text}”. You can search by name, company, email, invoice number and PO number.</p>`;
