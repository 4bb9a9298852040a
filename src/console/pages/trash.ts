import { restoreClient } from '../../actions/client.ts';
import { restoreProject } from '../../actions/project.ts';
import { count, moment } from '../../formatting/index.ts';
import { form, formOfMany } from '../forms/form.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { filterForm } from '../parts/filterForm.ts';
import { table } from '../parts/table.ts';
import { byAction } from '../posts/byAction.ts';
import { searchText } from '../records/search.ts';
import { mostTrashed, type Trash, trash } from '../records/trash.ts';
import type { PageContext } from '../requests/pageContext.ts';

const client = byAction(restoreClient, {
  path: '/clients/:id/restore',
  redirectTo: ({ client }) => `/clients/${client.id}`,
});
const project = byAction(restoreProject, {
  path: '/projects/:id/restore',
  redirectTo: ({ project }) => `/projects/${project.id}`,
});

/** The clients and projects in the trash, the latest first. */
export const trashPage = page<{ trash: Trash }>({
  path: '/trash',
  reads: ({ search }) => ({ trash: trash(searchText(search)) }),
  view: ({ trash }, context) => ({
    title: 'Trash',
    body: html`
      ${filterForm(context, [['search', 'Name or client', 'search']])}
      <section><h2>Clients</h2>${clientList(trash.clients, context)}</section>
      <section><h2>Projects</h2>
        <p class="hint">The projects of a client in the trash are restored with the client.</p>
        ${projectList(trash.projects, context)}</section>
      ${[trash.clients, trash.projects].some(({ length }) => length === mostTrashed) ? html`<p class="hint">The last ${mostTrashed} of each are listed. Search for others.</p>` : null}`,
  }),
  posts: [client, project],
});

const empty = (things: string): Html => html`<p class="empty">No ${things} in the trash.</p>`;

function clientList(clients: Trash['clients'], context: PageContext): Html {
  const { locale, time_zone } = context.person;
  if (clients.length === 0) return empty('clients');
  return formOfMany(
    table(
      'Clients in the trash',
      ['Name', 'Moved to the trash', ['Projects', 'number'], 'Actions'],
      clients.map(({ id, name, trashedAt, projectCount }) => [
        name,
        moment(trashedAt, locale, time_zone),
        count(projectCount, locale),
        form(context, client, { params: { id }, recordName: name }),
      ]),
    ),
  );
}

function projectList(projects: Trash['projects'], context: PageContext): Html {
  const { locale, time_zone } = context.person;
  if (projects.length === 0) return empty('projects');
  return formOfMany(
    table(
      'Projects in the trash',
      ['Name', 'Client', 'Moved to the trash', 'Actions'],
      projects.map(({ id, name, client, trashedAt }) => [
        name,
        client,
        moment(trashedAt, locale, time_zone),
        form(context, project, { params: { id }, recordName: name }),
      ]),
    ),
  );
}
