import { restoreClient } from '../../actions/client.ts';
import { restoreProject } from '../../actions/project.ts';
import { count, moment } from '../../formatting/index.ts';
import { filterForm } from '../components/filterForm.ts';
import { type Column, table } from '../components/table.ts';
import { form, formOfMany } from '../forms/form.ts';
import type { Post } from '../forms/post.ts';
import { type Html, html, type Value } from '../html/html.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import { searchText } from '../queries/search.ts';
import { maxTrashed, type Trash, trash } from '../queries/trash.ts';

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
  view: ({ trash }, context) => {
    const { locale, time_zone } = context.person;
    const when = ({ trashedAt }: { trashedAt: string }) => moment(trashedAt, locale, time_zone);
    const restore = (post: Post, { id, name }: { id: string; name: string }) =>
      form(context, post, { params: { id }, recordName: name });
    const clients = trash.clients.map(one => [
      one.name,
      when(one),
      count(one.projectCount, locale),
      restore(client, one),
    ]);
    const projects = trash.projects.map(one => [one.name, one.client, when(one), restore(project, one)]);
    return {
      title: 'Trash',
      body: html`
      ${filterForm(context, [['search', 'Name or client', 'search']])}
      <section><h2>Clients</h2>${list('Clients', ['Name', 'Moved to the trash', ['Projects', 'number'], 'Actions'], clients)}</section>
      <section><h2>Projects</h2>
        <p class="hint">The projects of a client in the trash are restored with the client.</p>
        ${list('Projects', ['Name', 'Client', 'Moved to the trash', 'Actions'], projects)}</section>
      ${[clients, projects].some(({ length }) => length === maxTrashed) ? html`<p class="hint">The last ${maxTrashed} of each are listed. Search for others.</p>` : null}`,
    };
  },
  posts: [client, project],
});

const list = (kind: string, columns: readonly Column[], rows: readonly Value[][]): Html =>
  rows.length === 0
    ? html`<p class="empty">No ${kind.toLowerCase()} in the trash.</p>`
    : formOfMany(table(`${kind} in the trash`, columns, rows));
