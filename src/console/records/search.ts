import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { workspaceId } from '../../operations/define.ts';
import { objects } from '../../records/fragments.ts';
import { asUuid } from '../../vocabulary/id.ts';

// The conditions of the console's search, which ignores case and accents. A project is also found by its client, and an
// invoice by its project and its client.

const found = (kind: 'client' | 'project' | 'invoice' | 'inquiry', search: string) =>
  sql.fragment`(select corkboard.search_records(${workspaceId}, ${kind}, ${search}))`;

/** A condition on corkboard.clients. */
export const clientMatches = (search: string): FragmentSqlToken =>
  sql.fragment`clients.id in ${found('client', search)}`;

/** A condition on corkboard.inquiries. */
export const inquiryMatches = (search: string): FragmentSqlToken =>
  sql.fragment`inquiries.id in ${found('inquiry', search)}`;

/** A condition on corkboard.projects. */
export const projectMatches = (search: string): FragmentSqlToken =>
  sql.fragment`(projects.id in ${found('project', search)} or projects.client_id in ${found('client', search)})`;

/** A condition on corkboard.invoices. */
export const invoiceMatches = (search: string): FragmentSqlToken => sql.fragment`(
  invoices.id in ${found('invoice', search)}
  or invoices.project_id in (
    select projects.id from corkboard.projects
     where projects.workspace_id = ${workspaceId} and ${projectMatches(search)}))`;

/** A condition on corkboard.invoices: those of a client. */
export const invoiceOfClient = (client: string): FragmentSqlToken => sql.fragment`
  invoices.project_id in (
    select p.id from corkboard.projects p
     where p.workspace_id = ${workspaceId} and p.client_id = ${asUuid(client)})`;

/** The search in an address, cut to the length of the longest name. */
export const searchText = (search: URLSearchParams): string =>
  [...(search.get('search') ?? '').replaceAll('\u0000', ' ').trim()].slice(0, 500).join('');

/** How many records of each kind the search page shows. */
const maxResults = 8;

/** The results of the search page. If there are more than are shown, a list has one extra result. */
export interface SearchResults {
  clients: { id: string; name: string; company: string | null }[];
  projects: { id: string; name: string; client: string }[];
  invoices: { id: string; number: string; project: string; client: string }[];
  inquiries: { id: string; name: string; company: string | null }[];
}

/** The results of a list that are shown, and whether there are more. */
export const shownResults = <Result>(found: Result[]) => ({
  shown: found.slice(0, maxResults),
  hasMore: found.length > maxResults,
});

/** One row, SearchResults: clients by name, all others newest first. A blank search finds nothing. */
export function searchEverything(search: string): FragmentSqlToken {
  const isBlank = search.trim() === '';
  const rows = (query: FragmentSqlToken) =>
    isBlank ? sql.fragment`'[]'::json` : objects(sql.fragment`${query} limit ${maxResults + 1}`);
  return sql.fragment`
    select ${rows(sql.fragment`
        select id, name, company from corkboard.clients
         where workspace_id = ${workspaceId} and trashed_at is null and ${clientMatches(search)}
         order by name collate "und-x-icu", id`)} as clients,
      ${rows(sql.fragment`
        select projects.id, projects.name, c.name as client
          from corkboard.projects
          join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = projects.client_id
         where projects.workspace_id = ${workspaceId} and projects.trashed_at is null and ${projectMatches(search)}
         order by projects.created_at desc, projects.id desc`)} as projects,
      ${rows(sql.fragment`
        select invoices.id, invoices.number, p.name as project, c.name as client
          from corkboard.invoices
          join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = invoices.project_id
          join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id
         where invoices.workspace_id = ${workspaceId} and ${invoiceMatches(search)}
         order by invoices.created_at desc, invoices.id desc`)} as invoices,
      ${rows(sql.fragment`
        select id, name, company from corkboard.inquiries
         where workspace_id = ${workspaceId} and ${inquiryMatches(search)}
         order by id desc`)} as inquiries`;
}

/** A project as an option. */
export interface ProjectChoice {
  id: string;
  name: string;
  client: string;
}

/**
 * One row with the projects that match a search, as `projects`, newest first; all projects for a blank search. Archived
 * ones are left out.
 */
export const projectChoices = (search: string): FragmentSqlToken => sql.fragment`
  select ${objects(sql.fragment`
    select projects.id, projects.name, c.name as client
      from corkboard.projects
      join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = projects.client_id
     where projects.workspace_id = ${workspaceId} and projects.trashed_at is null and projects.status <> 'archived'
       ${search === '' ? sql.fragment`` : sql.fragment`and ${projectMatches(search)}`}
     order by projects.created_at desc, projects.id desc limit ${maxResults + 1}`)} as projects`;
