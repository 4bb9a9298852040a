import { filterForm } from '../components/filterForm.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { type ProjectChoice, projectChoices, searchText, shownResults } from '../records/search.ts';
import { draftAddress } from './project/invoices.ts';

/**
 * The page for creating records: an invoice or time entry for a project that the person searches for, a project, a
 * client.
 */
export const newPage = page<{ choice: { projects: ProjectChoice[] } }>({
  path: '/new',
  alias: '/invoices/new',
  reads: ({ search }) => ({ choice: projectChoices(searchText(search)) }),
  view: ({ choice: { projects } }, context) => ({
    title: 'New',
    body: html`
      <p class="actions"><a class="button quiet" href="/clients/new">New client</a> <a class="button quiet" href="/projects?new=add">New project</a> <a class="button quiet" href="/clients/import">Import clients</a> <a class="button quiet" href="/timer">Start timer</a></p>
      <section><h2>Invoice, estimate or time for a project</h2>
        ${filterForm(context, [['search', 'Project or client', 'search']])}
        ${projects.length === 0 ? nothing(searchText(context.search)) : list(projects)}</section>`,
  }),
});

function list(projects: ProjectChoice[]): Html {
  const { shown, hasMore } = shownResults(projects);
  return html`<ul class="list" data-keys="true">${shown.map(
    ({ id, name, client }) =>
      html`<li><span>${name} <span class="when">${client}</span></span>
        <span class="inline"><a class="button quiet" href="${draftAddress(id, 'invoice')}" aria-label="New invoice for ${name}">New invoice</a>
          <a class="button quiet" href="${draftAddress(id, 'estimate')}" aria-label="New estimate for ${name}">New estimate</a>
          <a class="button quiet" href="/projects/${id}?tab=time&amp;new=log" aria-label="Log time on ${name}">Log time</a></span></li>`,
  )}</ul>${hasMore ? html`<p class="hint">There are more: search for the project or its client.</p>` : null}`;
}

const nothing = (search: string): Html =>
  search === ''
    ? html`<p class="empty">Invoices and time belong to projects. <a href="/projects?new=add">Add your first project</a>.</p>`
    : html`<p class="empty">No projects match “${search}”. <a href="/new">Show the newest</a>.</p>`;
