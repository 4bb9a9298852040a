import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { amountPatterns } from '../../money/amountPatterns.ts';
import { objects, workspaceId } from '../../records/fragments.ts';

// The conditions of the console's search (corkboard.found_records). A project is also found by its client, and an invoice by
// its project, its client and its payments.

type Kind = 'client' | 'project' | 'invoice' | 'payment' | 'change_order' | 'inquiry';

/** The ids of the records of a kind that a search finds. */
export const found = (kind: Kind, search: string) =>
  sql.fragment`(
    select corkboard.found_records(${workspaceId}, ${kind}, ${search}, ${sql.array(amountPatterns(search), 'text')}))`;

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
  or invoices.id in (
    select y.invoice_id from corkboard.payments y
     where y.workspace_id = ${workspaceId} and y.id in ${found('payment', search)})
  or invoices.project_id in (
    select projects.id from corkboard.projects
     where projects.workspace_id = ${workspaceId} and ${projectMatches(search)}))`;

/** A condition on invoices: those of the client with an id. By their projects, because no index has all invoices by their client. */
export const invoiceOfClient = (
  client: FragmentSqlToken,
  table = 'invoices',
): FragmentSqlToken => sql.fragment`
  ${sql.identifier([table, 'project_id'])} = any (array(
    select p.id from corkboard.projects p where p.workspace_id = ${workspaceId} and p.client_id = ${client}))`;

/** The search in an address, cut to the length of the longest name. `name`: that of its parameter. */
export const searchText = (search: URLSearchParams, name = 'search'): string =>
  [...(search.get(name) ?? '').replaceAll('\u0000', ' ').trim()].slice(0, 500).join('');

/** How many records of a kind the search page and the choice of a project show. */
export const maxResults = 8;

/** The results of a list that are shown, and whether there are more. */
export const shownResults = <Result>(found: readonly Result[]) => ({
  shown: found.slice(0, maxResults),
  hasMore: found.length > maxResults,
});

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
