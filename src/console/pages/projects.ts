import { sql } from '../../database/sql.ts';
import { amount, count } from '../../formatting/index.ts';
import { createProject } from '../../operations/createProject.ts';
import { listProjectsInput } from '../../operations/listProjects.ts';
import { workspaceId } from '../../records/fragments.ts';
import { projectStage, projectStatus } from '../../vocabulary/fields.ts';
import { asksFor, disclosure } from '../components/disclosure.ts';
import { undeliveredPill } from '../components/documentMail.ts';
import { filterForm } from '../components/filterForm.ts';
import { pagination } from '../components/pagination.ts';
import { sortBy, table } from '../components/table.ts';
import { tabs } from '../components/tabs.ts';
import { listDate } from '../components/time.ts';
import type { FieldOptions } from '../forms/fields.ts';
import { hiddenField } from '../forms/hiddenFields.ts';
import { choices, word } from '../forms/labels.ts';
import type { Post } from '../forms/post.ts';
import { type Html, html } from '../html/html.ts';
import { page } from '../page/page.ts';
import { byOperation } from '../posts/byOperation.ts';
import { type ClientChoice, clientChoice, maxClientOptions } from '../queries/client.ts';
import { undeliveredOf } from '../queries/documentMail.ts';
import type { Paged } from '../queries/pageLimit.ts';
import { type ListedProject, listedProjects, projectCounts } from '../queries/project.ts';
import { projectMatches, searchText } from '../queries/search.ts';
import type { PageContext } from '../requests/pageContext.ts';
import { addressKeeping } from '../requests/paths.ts';
import { searchableList } from '../requests/query.ts';

const looks: Record<string, FieldOptions> = {
  clientId: { kind: 'select' },
  notes: { hint: 'Only members see these notes' },
  hourlyRateCents: { hint: 'For work that is billed by the hour' },
  budgetMinutes: { label: 'Time budget', hint: 'For example 10 h or 12:30' },
};

/** The form of a new project. Intake answers are entered on the project's page. */
export function newProject(path: string, pathFields: Record<string, string> = {}): Post {
  const post = byOperation(createProject, {
    path,
    button: 'Add project',
    done: 'Project added.',
    looks,
    pathFields,
  });
  return { ...post, amountsOf: 'workspace', fields: post.fields.filter(({ name }) => name !== 'intake') };
}

/** Only a page on which it is open has its clients and fields. */
const addProject: Post = { ...newProject('/projects/add'), pageQuery: { new: 'add' } };

const listed = searchableList(
  listProjectsInput,
  {
    matches: projectMatches,
    orders: {
      name: [sql.fragment`name collate "und-x-icu"`],
      client: [
        sql.fragment`(
          select c.name from corkboard.clients c
           where c.workspace_id = ${workspaceId} and c.id = projects.client_id) collate "und-x-icu"`,
      ],
      // The order of the index projects_by_stage: a stage may have very many projects.
      stage: descends =>
        descends ? sql.fragment`stage desc, created_at, id` : sql.fragment`stage, created_at desc, id desc`,
      added: [sql.fragment`created_at`],
    },
  },
  listedProjects,
);

interface Rows {
  projects: Paged<ListedProject>;
  undelivered: { ids: string[] };
  choice: ClientChoice;
  counts: { byStatus: { status: string; projects: number }[] };
}

/** All projects, newest first. */
export const projects = page<Rows>({
  path: '/projects',
  reads: ({ search }) => ({
    projects: listed(search),
    undelivered: undeliveredOf('projects'),
    choice: clientChoice(
      searchText(search, clientName),
      asksFor(search, addProject.path) ? maxClientOptions : 0,
    ),
    counts: projectCounts(search.get('search') ?? '', search.get('stage') ?? ''),
  }),
  view: ({ projects, undelivered, choice, counts }, context) => ({
    title: 'Projects',
    body: html`
      ${addProjectForm(choice, context)}
      ${tabLinks(counts.byStatus, context)}
      ${filterForm(context, filters, ['status', 'include_archived', 'sort'])}
      ${projects.data.length === 0 ? emptyState(choice, context) : list(projects, undelivered.ids, context)}
      ${pagination(projects.page, context.here)}
      <p class="quiet-text"><a href="/trash">Trash</a></p>`,
  }),
  posts: [addProject],
});

/** The name in the address of the search for the client of a new project. */
const clientName = 'client';

/** Whether there is no client yet that a project could belong to. */
const lacksClients = ({ clients, hasMore }: Rows['choice'], search: URLSearchParams): boolean =>
  clients.length === 0 && !hasMore && searchText(search, clientName) === '';

function addProjectForm(choice: Rows['choice'], context: PageContext): Html | null {
  if (lacksClients(choice, context.search))
    return html`<p class="empty">Projects belong to clients. To start, <a href="/clients/new">add a client</a>.</p>`;
  const { clients, hasMore } = choice;
  const search = searchText(context.search, clientName);
  const options = { clientId: clients.map(({ id, name }) => [id, name] as const) };
  const choosing = hasMore || search !== '' ? clientSearch(search, clients.length, hasMore) : null;
  return disclosure(context, 'Add project', addProject, {
    options,
    quiet: false,
    before: choosing,
    isLong: true,
  });
}

/** The search for the client of a new project, whose form then offers those that match. */
const clientSearch = (search: string, found: number, hasMore: boolean): Html => html`
  <form method="get" action="/projects" class="filters" role="search">${hiddenField(['new', 'add'])}
    <p class="field"><label for="client-search">Find client</label><input type="search" id="client-search" name="${clientName}" value="${search}"></p>
    <p><button class="quiet">Search</button></p>
  </form>${
    found === 0
      ? html`<p class="empty">No clients match “${search}”. <a href="/projects?new=add">Offer the newest</a>, or <a href="/clients/new">add a client</a>.</p>`
      : hasMore
        ? html`<p class="hint">Only ${found} clients are offered below. To choose another one, search for it.</p>`
        : null
  }`;

const filters = [
  ['search', 'Search', 'search'],
  ['stage', 'Stage', choices(projectStage.options)],
] as const;

/** The tabs: the projects in work, those of each status, and all. */
function tabLinks(byStatus: Rows['counts']['byStatus'], { person, search }: PageContext): Html {
  const address = addressKeeping('/projects', search, ['search', 'stage', 'sort']);
  const total = (isCounted: (status: string) => boolean) =>
    byStatus.filter(({ status }) => isCounted(status)).reduce((sum, { projects }) => sum + projects, 0);
  const filters: [name: string, query: Record<string, string>, count: number][] = [
    ['Current', {}, total(status => status !== 'archived')],
    ...projectStatus.options.map((status): [string, Record<string, string>, number] => [
      word(status),
      { status },
      total(counted => counted === status),
    ]),
    ['All', { include_archived: 'true' }, total(() => true)],
  ];
  const status = search.get('status');
  const current: Record<string, string> = status
    ? { status }
    : search.get('include_archived') === 'true'
      ? { include_archived: 'true' }
      : {};
  return tabs(
    'Filters',
    filters.map(([name, query, found]) => [name, address(query), count(found, person.locale)]),
    address(current),
  );
}

const list = ({ data }: Rows['projects'], undelivered: readonly string[], context: PageContext): Html => {
  const { locale } = context.person;
  return table(
    'Projects',
    [
      { name: 'Name', sorting: sortBy(context, 'name') },
      { name: 'Client', sorting: sortBy(context, 'client') },
      { name: 'Stage', sorting: sortBy(context, 'stage') },
      'Status',
      { name: 'Added', sorting: sortBy(context, 'added', { initial: '-added', descends: true }) },
      ['Price with tax', 'number'],
      ['Outstanding with tax', 'number'],
    ],
    data.map(({ id, name, client, stage, status, addedOn, price, due }) => [
      html`<a href="/projects/${id}">${name}</a>${undelivered.includes(id) ? html` ${undeliveredPill}` : null}`,
      client,
      word(stage),
      word(status),
      listDate(addedOn, context.person),
      price === null ? '' : amount(price.withTaxCents, price.currency, locale),
      due.map(({ dueCents, currency }) => amount(dueCents, currency, locale)).join(', '),
    ]),
  );
};

function emptyState(choice: Rows['choice'], { search }: PageContext): Html | null {
  if (['status', 'stage', 'search', 'page'].some(name => search.get(name)))
    return html`<p class="empty">No projects match these filters. <a href="/projects">Show current projects</a>.</p>`;
  if (lacksClients(choice, search)) return null;
  return html`
    <p class="empty">No projects yet. Add your first project above. An assistant can add them too: <a href="/settings/assistants">connect one</a>.</p>`;
}
