import { type FragmentSqlToken, sql } from 'slonik';
import { workspaceId } from '../../operations/define.ts';

// The conditions of the console's search: case and accents don't matter. A project is found by its client too, and an
// invoice by its project and its client.

const found = (kind: 'client' | 'project' | 'invoice', search: string) =>
  sql.fragment`(select corkboard.search_records(${workspaceId}, ${kind}, ${search}))`;

/** A condition on corkboard.clients. */
export const clientMatches = (search: string): FragmentSqlToken =>
  sql.fragment`clients.id in ${found('client', search)}`;

/** A condition on corkboard.projects. */
export const projectMatches = (search: string): FragmentSqlToken =>
  sql.fragment`(projects.id in ${found('project', search)} or projects.client_id in ${found('client', search)})`;

/** A condition on corkboard.invoices. */
export const invoiceMatches = (search: string): FragmentSqlToken => sql.fragment`(
  invoices.id in ${found('invoice', search)}
  or invoices.project_id in (
    select projects.id from corkboard.projects
     where projects.workspace_id = ${workspaceId} and ${projectMatches(search)}))`;
