import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { objects, workspaceId } from '../../records/fragments.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { limitTo } from './pageLimit.ts';
import { type ProjectChoice, projectChoices, projectMatches } from './search.ts';

/** How many of the workspace's last time entries are looked at for the projects that a member works on. */
const maxEntries = 400;
/** How many of these projects are looked up, and how many of those are offered. */
const [maxRecent, shownRecent] = [20, 5];

/** The projects on which a timer can be started. */
export interface TimerChoices {
  /** Those on which the member logged time last. */
  recent: ProjectChoice[];
  /** The newest. */
  projects: ProjectChoice[];
}

/** One row, TimerChoices: of the projects that match a search, or of all for a blank one. */
export const timerChoices = (search: string): FragmentSqlToken => sql.fragment`
  select ${objects(sql.fragment`
    select projects.id, projects.name, c.name as client
      from (select t.project_id, max(t.id::text) as last
              from (select e.project_id, e.id, e.timekeeper_id from corkboard.time_entries e
                     where e.workspace_id = ${workspaceId} order by e.id desc ${limitTo(maxEntries)}) t
             where t.timekeeper_id = (
                     select k.id from corkboard.timekeepers k
                      where k.workspace_id = ${workspaceId} and k.member_id = admitted.member_id)
             group by t.project_id order by last desc ${limitTo(maxRecent)}) recent
      join corkboard.projects on projects.workspace_id = ${workspaceId} and projects.id = recent.project_id
      join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = projects.client_id
     where projects.trashed_at is null and projects.status <> 'archived'
       ${search === '' ? sql.fragment`` : sql.fragment`and ${projectMatches(search)}`}
     order by recent.last desc ${limitTo(shownRecent)}`)} as recent,
    p.projects
  from (${projectChoices(search)}) p`;

/** One row with the client of the project of the member's timer; no row: they have none. */
export const timerClient: FragmentSqlToken = sql.fragment`
  select c.name
    from corkboard.timers t
    join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = t.project_id
    join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id
   where t.workspace_id = ${workspaceId} and t.member_id = admitted.member_id`;

/** A time entry that a timer made. */
export interface LoggedTime {
  id: string;
  minutes: number;
  date: string;
  projectId: string;
  project: string;
  client: string;
}

/** One row, LoggedTime; no row: there is no such entry. */
export const loggedTime = (id: string): FragmentSqlToken => sql.fragment`
  select t.id, t.minutes, t.date, p.id as "projectId", p.name as project, c.name as client
    from corkboard.time_entries t
    join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = t.project_id and p.trashed_at is null
    join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id
   where t.workspace_id = ${workspaceId} and t.id = ${asUuid(id)}`;
