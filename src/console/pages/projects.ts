import type { z } from 'zod';
import { amount } from '../../formatting/index.ts';
import { createProject } from '../../operations/createProject.ts';
import { listProjects } from '../../operations/listProjects.ts';
import type { listOf } from '../../records/page.ts';
import type { ProjectSummary } from '../../records/project.ts';
import { projectStage, projectStatus } from '../../vocabulary/fields.ts';
import type { Look } from '../forms/fields.ts';
import { choices, word } from '../forms/labels.ts';
import { type Html, html } from '../html/html.ts';
import { disclosure } from '../parts/disclosure.ts';
import { filterForm } from '../parts/filterForm.ts';
import { pagination } from '../parts/pagination.ts';
import { table } from '../parts/table.ts';
import { byOperation } from '../posts/byOperation.ts';
import type { Post } from '../posts/post.ts';
import { type ClientOption, newestClients } from '../records/client.ts';
import { page } from '../routing/page.ts';
import type { PageContext } from '../routing/pageContext.ts';
import { listQuery } from '../routing/query.ts';
import type { Person } from '../sessions/person.ts';

type Projects = z.infer<ReturnType<typeof listOf<typeof ProjectSummary>>>;

/** How the form of a new project looks on every page. */
export const projectLooks: Record<string, Look> = {
  clientId: { kind: 'select' },
  notes: { hint: 'Only members see these notes' },
  hourlyRateCents: { hint: 'For work that is billed by the hour' },
  budgetMinutes: { label: 'Time budget', hint: 'For example 10 h or 12:30' },
};

/** What the forms of a new project share. Intake answers are entered on the project's page. */
export const newProject = (post: Post): Post => ({
  ...post,
  amountsOf: 'workspace',
  fields: post.fields.filter(({ name }) => name !== 'intake'),
});

const addProject = newProject(
  byOperation(createProject, {
    path: '/projects/add',
    button: 'Add project',
    done: 'Project added.',
    looks: projectLooks,
  }),
);

const listed = listQuery(listProjects);

interface Rows {
  projects: Projects;
  choice: { clients: ClientOption[]; hasMore: boolean };
}

/** All projects, newest first. */
export const projects = page<Rows>({
  path: '/projects',
  reads: ({ search }) => ({ projects: listed(search), choice: newestClients }),
  view: ({ projects, choice }, context) => ({
    title: 'Projects',
    body: html`
      ${addProjectForm(choice, context)}
      ${filterForm(context, filters)}
      ${projects.data.length === 0 ? emptyState(context) : list(projects, context.person)}
      ${pagination(projects.page, context.here)}
      <p class="quiet-text"><a href="/trash">Trash</a></p>`,
  }),
  posts: [addProject],
});

function addProjectForm({ clients, hasMore }: Rows['choice'], context: PageContext): Html {
  if (clients.length === 0)
    return html`<p class="empty">Projects belong to clients. To start, <a href="/clients">add a client</a>.</p>`;
  const options = { clientId: clients.map(({ id, name }) => [id, name] as const) };
  const others = html`<p class="quiet-text">Is the client not in the list? Add the project on the <a href="/clients">client’s page</a>.</p>`;
  return html`${disclosure(context, 'Add project', addProject, { options })}${hasMore ? others : null}`;
}

const filters = [
  ['status', 'Status', choices(projectStatus.options)],
  ['stage', 'Stage', choices(projectStage.options)],
  ['include_archived', 'Include archived', 'checkbox'],
] as const;

const list = ({ data }: Projects, { locale }: Person): Html =>
  table(
    'Projects',
    ['Name', 'Client', 'Stage', 'Status', ['Price', 'number'], ['Outstanding', 'number']],
    data.map(({ id, name, client, stage, status, scopePriceCents, scopeCurrency, invoiceTotals }) => [
      html`<a href="/projects/${id}">${name}</a>`,
      client.name,
      word(stage),
      word(status),
      scopePriceCents === null ? '' : amount(scopePriceCents, scopeCurrency!, locale),
      invoiceTotals
        .filter(({ outstandingCents }) => outstandingCents > 0)
        .map(({ outstandingCents, currency }) => amount(outstandingCents, currency, locale))
        .join(', '),
    ]),
  );

function emptyState({ search }: PageContext): Html {
  if (['status', 'stage', 'page'].some(name => search.get(name)))
    return html`<p class="empty">No projects match these filters. <a href="/projects">Show current projects</a>.</p>`;
  return html`
    <p class="empty">No projects yet. Add your first project above. Assistants and integrations can add them too: see the <a href="/docs">API docs</a>.</p>`;
}
