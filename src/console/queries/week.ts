import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { array, object, objects, today, workspaceId } from '../../records/fragments.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { mayKnow } from './timeSums.ts';

// A week of a timekeeper's time. A member sees their own; the owner everyone's, and so do members if the workspace lets them.

/** The person whose week a page shows. */
export interface WeekPerson {
  name: string;
  kind: 'member' | 'key' | 'operator';
  /** Null for keys and the operator, and for members who have left. */
  memberId: string | null;
  /** Null for a member who has not logged any time. */
  timekeeperId: string | null;
  weeklyMinutes: number | null;
  /** The Monday of the week, and today in the workspace's time zone. */
  week: string;
  today: string;
}

/** The time of a person on a project and a day. */
export interface WeekCell {
  /** The day of the week, from 0. */
  day: number;
  entries: number;
  minutes: number;
  /** Of a single entry: its id, the beginning of its description, and the invoice that bills it. */
  id: string | null;
  description: string | null;
  billedBy: { id: string; number: string } | null;
}

interface WeekProject {
  id: string;
  name: string;
  client: string;
}

export interface WeekRow extends WeekProject {
  isTrashed: boolean;
  cells: WeekCell[];
}

export interface Week {
  /** The projects with time in the week, at most `maxShown`. */
  rows: WeekRow[];
  /** Of all projects: how many there are, and the minutes of each day from Monday on and of the week. */
  projects: number;
  days: number[];
  billableMinutes: number;
  /** Projects of the week before that have no time in this one. */
  lastWeek: WeekProject[];
}

/** The most projects of a week that a page lists. */
const maxShown = 200;
/** The most projects and people to choose from. */
const maxChoices = 200;

/** The person that the address names by the id of a member or timekeeper; by default the person who looks. */
const asked = (person: string | undefined) =>
  person === undefined ? sql.fragment`admitted.member_id` : sql.fragment`${asUuid(person)}::uuid`;

/** The Monday of the week that a day is in; by default of this week. */
const monday = (day: string | undefined) =>
  sql.fragment`(select date_trunc('week', ${day === undefined ? today : sql.fragment`${day}::date`}::timestamp)::date)`;

/** One row of WeekPerson; none if there is no such person, or the person who looks may not see their time. */
export const weekPerson = (
  person: string | undefined,
  day: string | undefined,
): FragmentSqlToken => sql.fragment`
  select p.*, ${monday(day)} as week, ${today} as today
    from (
      select m.email as name, 'member' as kind, m.id as "memberId", k.id as "timekeeperId", m.weekly_minutes as "weeklyMinutes"
        from corkboard.members m
        left join corkboard.timekeepers k on k.workspace_id = ${workspaceId} and k.member_id = m.id
       where m.workspace_id = ${workspaceId} and (m.id = ${asked(person)} or k.id = ${asked(person)})
         and (admitted.sees_all_time or m.id = admitted.member_id)
      union all
      select k.name, k.kind, null, k.id, null
        from corkboard.timekeepers k
       where k.workspace_id = ${workspaceId} and k.id = ${asked(person)} and admitted.sees_all_time
         and not exists (
           select 1 from corkboard.members m where m.workspace_id = ${workspaceId} and m.id = k.member_id)) p
   limit 1`;

const timekeeper = (person: string | undefined) => sql.fragment`(
  select k.id from corkboard.timekeepers k
   where k.workspace_id = ${workspaceId} and (k.id = ${asked(person)} or k.member_id = ${asked(person)})
     and ${mayKnow}
   limit 1)`;

/** One row of Week. */
export const weekTime = (
  person: string | undefined,
  day: string | undefined,
): FragmentSqlToken => sql.fragment`
  with entries as materialized (
    select t.id, t.project_id, t.minutes, t.billable, left(t.description, 200) as description, t.date - ${monday(day)} as day
      from corkboard.time_entries t
     where t.workspace_id = ${workspaceId} and t.timekeeper_id = ${timekeeper(person)}
       and t.date >= ${monday(day)} - 7 and t.date < ${monday(day)} + 7),
  logged as (select * from entries e where e.day >= 0),
  cells as (
    select l.project_id, l.day, count(*) as entries, sum(l.minutes) as minutes,
           case when count(*) = 1 then (array_agg(l.id))[1] end as id,
           case when count(*) = 1 then (array_agg(l.description))[1] end as description
      from logged l group by l.project_id, l.day),
  projects as (
    select p.id, p.name, c.name as client, p.trashed_at, exists (select 1 from cells l where l.project_id = p.id) as is_now
      from corkboard.projects p
      join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id
     where p.workspace_id = ${workspaceId} and p.id = any (array(select e.project_id from entries e)))
  select ${objects(sql.fragment`
      select p.id, p.name, p.client, p.trashed_at is not null as "isTrashed",
             ${objects(sql.fragment`
               select l.day, l.entries, l.minutes, l.id, l.description, ${object(sql.fragment`
                 i.id, i.number
                   from corkboard.billed_time b
                   join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.id = b.invoice_id
                  where b.workspace_id = ${workspaceId} and b.time_entry_id = l.id`)} as "billedBy"
                 from cells l where l.project_id = p.id`)} as cells
        from projects p where p.is_now
       order by p.name collate "und-x-icu", p.id limit ${maxShown}`)} as rows,
    (select count(*) from projects p where p.is_now) as projects,
    ${array(sql.fragment`
      select to_json(coalesce(sum(l.minutes), 0))
        from generate_series(0, 6) d (day) left join cells l on l.day = d.day group by d.day order by d.day`)} as days,
    (select coalesce(sum(l.minutes), 0) from logged l where l.billable) as "billableMinutes",
    ${objects(sql.fragment`
      select p.id, p.name, p.client from projects p
       where not p.is_now and p.trashed_at is null
       order by p.name collate "und-x-icu", p.id limit ${maxShown}`)} as "lastWeek"`;

/** One row with the projects that time may be entered for, the newest, as `projects`. */
export const weekProjects = sql.fragment`
  select ${objects(sql.fragment`
    select p.id, p.name, p.client
      from (
        select p.id, p.name, p.status, c.name as client
          from corkboard.projects p
          join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id
         where p.workspace_id = ${workspaceId} and p.trashed_at is null
         order by p.created_at desc, p.id desc limit ${maxChoices}) p
     where p.status in ('active', 'paused')
     order by p.name collate "und-x-icu", p.id`)} as projects`;

/** One row with everyone whose week the person may choose, as `people`: members first. Empty if they see only their own. */
export const weekPeople = sql.fragment`
  select ${objects(sql.fragment`
    (select m.id, m.email as name, 'member' as kind
       from corkboard.members m
      where m.workspace_id = ${workspaceId} and admitted.sees_all_time
      order by coalesce(m.name, m.email) collate "und-x-icu", m.id limit ${maxChoices})
    union all
    (select k.id, k.name, case k.kind when 'member' then 'former' else k.kind end as kind
       from corkboard.timekeepers k
      where k.workspace_id = ${workspaceId} and admitted.sees_all_time
        and not exists (
          select 1 from corkboard.members m where m.workspace_id = ${workspaceId} and m.id = k.member_id)
      order by k.name limit ${maxChoices})`)} as people`;
