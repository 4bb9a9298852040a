import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { objects, workspaceId } from '../../records/fragments.ts';
import { limitTo } from './pageLimit.ts';
import { clientMatches, projectMatches } from './search.ts';

/** The records in the trash that can be restored. */
export interface Trash {
  clients: { id: string; name: string; trashedAt: string; projectCount: number }[];
  /** Projects whose clients are not in the trash. */
  projects: { id: string; name: string; client: string; trashedAt: string }[];
}

/** How many clients and projects the page lists. Others are found by a search. */
export const maxTrashed = 25;

/**
 * The client of a project. Offset keeps the condition that it is not in the trash outside: with it, the planner might read the
 * index of the clients' names for each project, because all that is needed is in it.
 */
const clientByKey = sql.fragment`
  select c.name, c.trashed_at from corkboard.clients c
   where c.workspace_id = ${workspaceId} and c.id = projects.client_id offset 0`;

/** One row with what was moved to the trash last, of what a search finds unless that is blank. */
export function trash(search: string): FragmentSqlToken {
  const found = (condition: FragmentSqlToken) =>
    search === '' ? sql.fragment`` : sql.fragment`and ${condition}`;
  return sql.fragment`
    select ${objects(sql.fragment`
        select clients.id, clients.name, corkboard.iso(clients.trashed_at) as "trashedAt",
               (select count(*) from corkboard.projects p
                 where p.workspace_id = ${workspaceId} and p.client_id = clients.id
                   and p.trashed_at = clients.trashed_at) as "projectCount"
          from corkboard.clients
         where clients.workspace_id = ${workspaceId} and clients.trashed_at is not null
           and clients.erased_at is null ${found(clientMatches(search))}
         order by clients.trashed_at desc, clients.id ${limitTo(maxTrashed)}`)} as clients,
      ${objects(sql.fragment`
        select projects.id, projects.name, c.name as client, corkboard.iso(projects.trashed_at) as "trashedAt"
          from corkboard.projects
          cross join lateral (${clientByKey}) c
         where projects.workspace_id = ${workspaceId} and projects.trashed_at is not null and c.trashed_at is null ${found(projectMatches(search))}
         order by projects.trashed_at desc, projects.id ${limitTo(maxTrashed)}`)} as projects`;
}
