import type { z } from 'zod';
import { setClient, trashClient } from '../../actions/client.ts';
import { dayOf } from '../../formatting/index.ts';
import { createProject } from '../../operations/createProject.ts';
import type { Page } from '../../records/page.ts';
import { form } from '../forms/form.ts';
import { word } from '../forms/labels.ts';
import { type Html, html } from '../html/html.ts';
import { disclosure } from '../parts/disclosure.ts';
import { facts } from '../parts/facts.ts';
import { pagination } from '../parts/pagination.ts';
import { provenance } from '../parts/provenance.ts';
import { table } from '../parts/table.ts';
import { byAction } from '../posts/byAction.ts';
import { byOperation } from '../posts/byOperation.ts';
import { type ClientDetail, type ClientProject, clientDetail, projectsOfClient } from '../records/client.ts';
import { page } from '../routing/page.ts';
import { pageNumber } from '../routing/query.ts';
import type { Person } from '../sessions/person.ts';
import { newProject, projectLooks } from './projects.ts';

const set = byAction(setClient, { path: '/clients/:id/set' });
const trash = byAction(trashClient, {
  path: '/clients/:id/trash',
  redirectTo: () => '/clients',
});
const addProject = newProject(
  byOperation(createProject, {
    path: '/clients/:id/projects/add',
    button: 'Add project',
    done: 'Project added.',
    looks: projectLooks,
    pathFields: { clientId: 'id' },
  }),
);

interface Rows {
  client: { client: ClientDetail };
  projects: { data: ClientProject[]; page: z.infer<typeof Page> };
}

/** A client with its projects and private details. */
export const client = page<Rows>({
  path: '/clients/:id',
  reads: ({ params, search }) => ({
    client: clientDetail(params.id!),
    projects: projectsOfClient(params.id!, pageNumber(search)),
  }),
  view: ({ client: { client }, projects }, context) => ({
    title: client.name,
    crumbs: [['Clients', '/clients']],
    body: html`
      <p class="quiet-text">${provenance('Added', { via: client.createdVia, by: client.createdBy, at: client.createdAt }, context.person)}</p>
      <div class="columns">
        <section><h2>Details</h2>${details(client)}
          ${disclosure(context, 'Edit client', set, { values: client })}
          ${form(context, trash, { quiet: true })}</section>
        <section><h2>Projects</h2>${projectList(projects.data, context.person)}${pagination(projects.page, context.here)}
          ${disclosure(context, 'Add project', addProject)}</section>
      </div>`,
  }),
  posts: [set, trash, addProject],
});

function details(client: ClientDetail): Html {
  const { email } = client;
  return facts([
    ['Company', client.company],
    ['Contact', client.contactName],
    ['Email', email === null ? null : html`<a href="mailto:${encodeURIComponent(email)}">${email}</a>`],
    ['Address', client.address],
    ['Notes', client.notes],
    ['E-invoice country', client.eInvoiceCountry],
    ['E-invoice network ID', client.eInvoiceNetworkId],
  ]);
}

function projectList(projects: ClientProject[], { locale, time_zone }: Person): Html {
  if (projects.length === 0) {
    return html`<p class="empty">No projects yet. Add one below.</p>`;
  }
  return table(
    'Projects',
    ['Name', 'Stage', 'Status', 'Added'],
    projects.map(({ id, name, stage, status, createdAt }) => [
      html`<a href="/projects/${id}">${name}</a>`,
      word(stage),
      word(status),
      dayOf(createdAt, locale, time_zone),
    ]),
  );
}
