import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import type { Period } from '../../documents/statementDocument.ts';
import { workspaceId } from '../../operations/define.ts';
import { objects } from '../../records/fragments.ts';
import { rangeOf } from './reportRange.ts';
import { projectWeeks, spanOf, timekeeperWeeks } from './timeSums.ts';

/** Time of some days. */
export interface LoggedTime {
  minutes: number;
  billableMinutes: number;
  /** Of the billable minutes, those that an invoice bills. */
  billedMinutes: number;
}

/** The time of a week. */
export interface WeekHours extends LoggedTime {
  /** Its Monday. */
  week: string;
}

/** The time of a project. */
export interface ProjectHours extends LoggedTime {
  projectId: string;
  project: string;
  client: string;
  /** Whether it is in the trash, so that its time can't be billed. */
  isTrashed: boolean;
  hourlyRateCents: number | null;
  /** The currency in which an invoice would bill it. */
  currency: string;
  budgetMinutes: number | null;
  /** The minutes of all days, which use up the budget; null: it has none, or that isn't asked for. */
  allMinutes: number | null;
}

/** The time of a person, a key or the operator. */
export interface PersonHours extends LoggedTime {
  /** The id of the timekeeper. */
  personId: string;
  kind: 'member' | 'key' | 'operator';
  /** An email address, a key's label, or operator. */
  name: string;
}

/** The time of a range of days, by week, project and person. Those without any are left out. */
export interface HoursReport {
  /** Oldest first. */
  weeks: WeekHours[];
  /** Those with most time first. For members who aren't the owner: only they themselves. */
  projects: ProjectHours[];
  people: PersonHours[];
}

const minutes = sql.fragment`
  s.minutes, s.billable_minutes as "billableMinutes", s.billed_minutes as "billedMinutes"`;

const minuteSums = sql.fragment`
  sum(l.minutes) as minutes, sum(l.billable_minutes) as billable_minutes, sum(l.billed_minutes) as billed_minutes`;

const usedMinutes = sql.fragment`(
  select sum(u.minutes) from corkboard.project_weeks u where u.workspace_id = ${workspaceId} and u.project_id = p.id)`;

/**
 * The query of HoursReport. It reads sums by week, and the entries of the days before and after the whole weeks. `first` and
 * `last`: the projects of which it finds out how much of their budget is used, counted from 1.
 */
export const hoursReportOf = (
  period: Period,
  { first, last }: { first: number; last: number },
): FragmentSqlToken => sql.fragment`
  with ${rangeOf(period)}, ${spanOf(sql.fragment`select * from range`)},
  by_project as materialized (
    select l.project_id, ${minuteSums}
      from (
        -- Added up before the days are, because there may be very many.
        select l.project_id, ${minuteSums} from (${projectWeeks()}) l group by l.project_id
        union all
        select d.project_id, d.minutes, d.billable_minutes, d.billed_minutes from days d) l
     group by l.project_id having sum(l.minutes) > 0),
  by_timekeeper as materialized (
    select l.week, l.timekeeper_id, ${minuteSums}
      from (
        select w.week, w.timekeeper_id, w.minutes, w.billable_minutes, w.billed_minutes from (${timekeeperWeeks()}) w
        union all
        select d.week, d.timekeeper_id, d.minutes, d.billable_minutes, d.billed_minutes from days d) l
     group by grouping sets ((l.week), (l.timekeeper_id)) having sum(l.minutes) > 0)
  select
    ${objects(sql.fragment`
      select s.week, ${minutes} from by_timekeeper s where s.week is not null order by s.week`)} as weeks,
    ${objects(sql.fragment`
      select p.id as "projectId", p.name as project, c.name as client, p.trashed_at is not null as "isTrashed", ${minutes},
             p.hourly_rate_cents as "hourlyRateCents", coalesce(o.currency, admitted.currency) as currency,
             p.budget_minutes as "budgetMinutes", case
               when p.budget_minutes is not null and row_number() over (order by s.minutes desc, p.id) between ${first}::integer and ${last}::integer
               then ${usedMinutes} end as "allMinutes"
        from by_project s
        join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = s.project_id
        join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id
        left join corkboard.scopes o on o.workspace_id = ${workspaceId} and o.project_id = p.id
       order by s.minutes desc, p.id`)} as projects,
    ${objects(sql.fragment`
      select s.timekeeper_id as "personId", k.kind, k.name, ${minutes}
        from by_timekeeper s
        join corkboard.timekeepers k on k.workspace_id = ${workspaceId} and k.id = s.timekeeper_id
       where (admitted.role = 'owner' or k.member_id = admitted.member_id)
       order by s.minutes desc, s.timekeeper_id`)} as people`;
