import { filterForm } from '../components/filterForm.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { type ProjectChoice, projectChoices, searchText, shownResults } from '../queries/search.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { withQuery } from '../requests/paths.ts';
import { draftAddress } from './project/invoices.ts';

const kinds = ['invoice', 'estimate'] as const;
type Kind = (typeof kinds)[number];

/**
 * The page for creating records: an invoice or time entry for a project that the person searches for, a project, a
 * client. With a `kind` in its address it only asks for the project of a new invoice or estimate.
 */
export const newPage = page<{ choice: { projects: ProjectChoice[] } }>({
  path: '/new',
  alias: '/invoices/new',
  reads: ({ search }) => ({ choice: projectChoices(searchText(search)) }),
  view: ({ choice: { projects } }, context) => {
    const kind = kinds.find(known => known === context.search.get('kind'));
    const heading =
      kind === undefined ? 'Invoice, estimate or time for a project' : 'Choose the project or client';
    return {
      title: kind === undefined ? 'New' : `New ${kind}`,
      body: html`
      ${kind === undefined ? others : null}
      <section><h2>${heading}</h2>
        ${filterForm(context, [['search', 'Project or client', 'search']], ['kind'])}
        ${projects.length === 0 ? nothing(context, kind) : list(projects, kind)}</section>`,
    };
  },
});

const others = html`<p class="actions"><a class="button quiet" href="/clients/new">Add client</a> <a class="button quiet" href="/projects?new=add">Add project</a> <a class="button quiet" href="/clients/import">Import clients</a> <a class="button quiet" href="/timer">Start timer</a></p>`;

function list(projects: ProjectChoice[], only: Kind | undefined): Html {
  const { shown, hasMore } = shownResults(projects);
  return html`<ul class="list" data-keys="true">${shown.map(
    ({ id, name, client }) =>
      html`<li><span><bdi>${name}</bdi> <bdi class="when">${client}</bdi></span>
        <span class="actions">${kinds
          .filter(kind => only === undefined || kind === only)
          .map(
            kind =>
              html`<a class="button quiet" href="${draftAddress(id, kind)}" aria-label="New ${kind} for ${name}">New ${kind}</a>`,
          )}${only === undefined ? html`<a class="button quiet" href="/projects/${id}?tab=time&amp;new=log" aria-label="Log time on ${name}">Log time</a>` : null}</span></li>`,
  )}</ul>${hasMore ? html`<p class="hint">There are more: search for the project or its client.</p>` : null}`;
}

function nothing({ search, here }: PageContext, kind: Kind | undefined): Html {
  const asked = searchText(search);
  const newest = withQuery(here.split('?')[0]!, { kind: kind ?? '' });
  return asked === ''
    ? html`<p class="empty">Invoices and time belong to projects. <a href="/projects?new=add">Add your first project</a>.</p>`
    : html`<p class="empty">No projects match “${asked}”. <a href="${newest}">Show the newest</a>.</p>`;
}
