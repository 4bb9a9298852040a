import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import type { Period } from '../../documents/statementDocument.ts';
import { workspaceId } from '../../operations/define.ts';
import { objects } from '../../records/fragments.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { limitTo, rowsPlusOne } from './pageLimit.ts';
import { ifGiven, nameOf } from './reportRange.ts';
import {
  chosen,
  entriesOf,
  entryColumns,
  minuteColumns,
  spanOf,
  type TimeFilters,
  weeksOf,
} from './timeSums.ts';

/** A time entry behind a figure. */
export interface TimeRecord {
  id: string;
  date: string;
  projectId: string;
  project: string;
  client: string;
  /** Whether its project is in the trash. */
  isTrashed: boolean;
  description: string | null;
  minutes: number;
  billable: boolean;
  /** The invoice that bills it. */
  invoiceId: string | null;
  invoice: string | null;
  /** Who logged it; null: someone whose hours the reader doesn't see. */
  by: string | null;
}

/** A page of the list, with the sums of all its entries. */
export interface TimeRecords {
  /** One more than is shown, if there are more. Latest first. */
  rows: TimeRecord[];
  entries: number;
  minutes: number;
  /** The names of the project and the person whose time is listed. */
  project: string | null;
  person: string | null;
}

/** The first and last day of a period, which may have no bounds. */
const days = ({ since, until }: Period) => sql.fragment`
  select coalesce(${since}::date, '0001-01-01') as since, coalesce(${until}::date, '9999-12-31') as until`;

/**
 * The table expressions `place`, after which a page begins, and `found`, the entries of a page. A page of few entries among many
 * is found by the sums of `weekly`: they say in which weeks the entries are.
 */
function found(filters: TimeFilters, after: string | null, limit: number): FragmentSqlToken {
  const isAfter = ifGiven(after, () => sql.fragment`(t.date, t.id) < (select p.date, p.id from place p)`);
  const entries = sql.fragment`
    select t.* from corkboard.time_entries t
     where ${entriesOf(filters)} and t.date >= (select since from span) and t.date <= (select latest from place) and ${isAfter}`;
  const latest = sql.fragment`order by t.date desc, t.id desc ${limitTo(limit)}`;
  const place = sql.fragment`
    place as materialized (
      ${
        after === null
          ? sql.fragment`select null::date as date, null::uuid as id, s.until as latest from span s`
          : sql.fragment`
            select t.date, t.id, least(t.date, s.until) as latest from span s
              join corkboard.time_entries t on t.workspace_id = ${workspaceId} and t.id = ${after}::uuid`
      })`;
  const { project, person, billable, billed } = filters;
  if (project !== undefined)
    return sql.fragment`${place}, found as materialized (select t.* from (${entries} offset 0) t ${latest})`;
  if (person === undefined && billable === undefined && billed === undefined)
    return sql.fragment`${place}, found as materialized (${entries} ${latest})`;
  return sql.fragment`
    ${place},
    weeks as materialized (
      select w.week from (
        select s.week, coalesce(sum(s.entries) filter (where s.week < (select corkboard.week_of(p.latest) from place p))
                 over (order by s.week desc rows between unbounded preceding and 1 preceding), 0) as later
          from weekly s
         where s.entries > 0 and s.week <= (select corkboard.week_of(p.latest) from place p)) w
       where w.later < ${limit}::integer),
    found as materialized (
      select t.* from weeks w
       cross join lateral (${entries} and t.date >= w.week and t.date < w.week + 7 ${latest}) t
       ${latest})`;
}

/** The table expressions that lead to `weekly`: the number and the minutes of the entries of each week. */
const weekly = (period: Period, filters: TimeFilters) => sql.fragment`
  ${spanOf(days(period), filters)},
  weekly as materialized (
    select s.week, sum(${chosen(filters, entryColumns)}) as entries, sum(${chosen(filters, minuteColumns)}) as minutes
      from (${weeksOf(filters)}) s group by 1)`;

const rows = objects(sql.fragment`
  select t.id, t.date, p.id as "projectId", p.name as project, c.name as client, p.trashed_at is not null as "isTrashed",
         t.description, t.minutes, t.billable, i.id as "invoiceId", i.number as invoice,
         case when admitted.role = 'owner' or k.member_id = admitted.member_id then k.name end as by
    from found t
    join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = t.project_id
    join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id
    join corkboard.timekeepers k on k.workspace_id = ${workspaceId} and k.id = t.timekeeper_id
    left join corkboard.billed_time b on b.workspace_id = ${workspaceId} and b.time_entry_id = t.id
    left join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.id = b.invoice_id
   order by t.date desc, t.id desc`);

/** The query of TimeRecords. */
export const timeRecords = (
  period: Period,
  filters: TimeFilters,
  after: string | null,
): FragmentSqlToken => sql.fragment`
  with ${weekly(period, filters)}, ${found(filters, after, rowsPlusOne)}
  select ${rows} as rows, c.entries, c.minutes,
    ${nameOf('projects', filters.project)} as project,
    (select k.name from corkboard.timekeepers k
      where k.workspace_id = ${workspaceId} and k.id = ${asUuid(filters.person ?? '')}::uuid
        and (admitted.role = 'owner' or k.member_id = admitted.member_id)) as person
    from (select coalesce(sum(s.entries), 0) as entries, coalesce(sum(s.minutes), 0) as minutes from weekly s) c`;

/** The query of a batch of them, as `rows`. */
export const timeBatch = (
  period: Period,
  filters: TimeFilters,
  after: string | null,
  limit: number,
): FragmentSqlToken => sql.fragment`
  with ${weekly(period, filters)}, ${found(filters, after, limit)} select ${rows} as rows`;
