import { type FragmentSqlToken, sql } from 'slonik';
import { workspaceId } from '../../operations/define.ts';
import { all } from '../../records/list.ts';
import { asUuid, nilId } from '../../vocabulary/id.ts';

// The sums of time entries of any days. Whole weeks are read from the sums that triggers keep (time_by_week), and only the days
// before and after them from the entries, so that a report of years reads few rows.

/** Which time entries are summed or listed, within some days. */
export interface TimeFilters {
  /** The id of a project, and of a timekeeper; the nil UUID is time of which nobody knows who logged it. */
  project?: string | undefined;
  person?: string | undefined;
  billable?: 'true' | 'false' | undefined;
  /** Whether an invoice bills it. */
  billed?: 'true' | 'false' | undefined;
}

const nobody = sql.fragment`${nilId}::uuid`;

/** The condition on rows of a table expression that they are of the project and the person. */
function ofFilters(
  { project, person }: TimeFilters,
  projectId: FragmentSqlToken,
  timekeeperId: FragmentSqlToken,
) {
  const conditions = [
    ...(project === undefined ? [] : [sql.fragment`${projectId} = ${asUuid(project)}::uuid`]),
    ...(person === undefined
      ? []
      : [sql.fragment`${timekeeperId} = ${asUuid(person)}::uuid`, mayListPerson(person)]),
  ];
  return conditions.length === 0 ? sql.fragment`true` : all(conditions);
}

/** The condition that the reader is the owner, who sees everyone's hours, or the person themselves. */
export const mayListPerson = (person: string) => sql.fragment`
  (admitted.role = 'owner' or exists (
    select 1 from corkboard.timekeepers k
     where k.workspace_id = ${workspaceId} and k.id = ${asUuid(person)}::uuid and k.member_id = admitted.member_id))`;

/** The condition on rows `s` of time_by_week. */
const sumsOf = (filters: TimeFilters): FragmentSqlToken =>
  ofFilters(filters, sql.fragment`s.project_id`, sql.fragment`s.timekeeper_id`);

const timekeeperId = sql.fragment`coalesce(t.timekeeper_id, ${nobody})`;

/**
 * Whether a row `t` of time_entries is billable and billed. The row of billed_time is always looked up by its index: to join
 * the table, the planner would read all of it.
 */
const isBilled = sql.fragment`(t.billable and (
  select b.id from corkboard.billed_time b where b.workspace_id = ${workspaceId} and b.time_entry_id = t.id) is not null)`;

/** The condition on rows `t` of time_entries. */
export const entriesOf = (filters: TimeFilters): FragmentSqlToken =>
  all([
    sql.fragment`t.workspace_id = ${workspaceId}`,
    ofFilters(filters, sql.fragment`t.project_id`, timekeeperId),
    ...(filters.billable === undefined ? [] : [sql.fragment`t.billable = ${filters.billable === 'true'}`]),
    ...(filters.billed === undefined ? [] : [sql.fragment`${isBilled} = ${filters.billed === 'true'}`]),
  ]);

/** The number or the minutes of a row's entries that are billable and billed as the filters say. */
export function chosen(
  { billable, billed }: TimeFilters,
  names: { all: string; billable: string; billed: string },
): FragmentSqlToken {
  const [whole, ofBillable, ofBilled] = [names.all, names.billable, names.billed].map(
    name => sql.fragment`s.${sql.identifier([name])}`,
  ) as [FragmentSqlToken, FragmentSqlToken, FragmentSqlToken];
  if (billed === 'true') return billable === 'false' ? sql.fragment`0` : ofBilled;
  const counted =
    billable === undefined
      ? whole
      : billable === 'true'
        ? ofBillable
        : sql.fragment`(${whole} - ${ofBillable})`;
  return billed === undefined || billable === 'false' ? counted : sql.fragment`(${counted} - ${ofBilled})`;
}

/** The columns of rows of time_by_week with entries, and with minutes. */
export const entryColumns = { all: 'entries', billable: 'billable_entries', billed: 'billed_entries' };
export const minuteColumns = { all: 'minutes', billable: 'billable_minutes', billed: 'billed_minutes' };

/**
 * The table expressions `span`, with the days of `range` (since and until), the whole weeks between them, from `first` until
 * before `rest`, and the days before and after these (`edges`), and `logged`, whose rows add up to the time of the range, by week,
 * project and timekeeper. `range` selects the days.
 */
export const loggedWithin = (
  range: FragmentSqlToken,
  filters: TimeFilters = {},
): FragmentSqlToken => sql.fragment`
  span as materialized (
    select s.*, array(select s.since + n from generate_series(0, least(s.first, s.until + 1) - s.since - 1) n)
             || array(select s.rest + n from generate_series(0, s.until - s.rest) n) as edges
      from (
        select w.since, w.until, w.first, greatest(corkboard.week_of(w.until + 1), w.first) as rest
          from (select r.since, r.until, corkboard.week_of(r.since + 6) as first from (${range}) r) w) s),
  logged as (
    select s.week, s.project_id, s.timekeeper_id, s.entries, s.minutes, s.billable_entries, s.billable_minutes,
           s.billed_entries, s.billed_minutes
      from corkboard.time_by_week s
     where s.workspace_id = ${workspaceId} and s.week >= (select first from span) and s.week < (select rest from span)
       and ${sumsOf(filters)}
    union all
    select corkboard.week_of(e.date), e.project_id, e.timekeeper_id, 1, e.minutes,
           e.billable::integer, e.billable::integer * e.minutes, e.billed::integer, e.billed::integer * e.minutes
      from (
        select t.date, t.project_id, ${timekeeperId} as timekeeper_id, t.minutes, t.billable, ${isBilled} as billed
          from corkboard.time_entries t
         where t.workspace_id = ${workspaceId} and t.date = any ((select edges from span)::date[])
           and ${ofFilters(filters, sql.fragment`t.project_id`, timekeeperId)}
        -- So that it is looked up once for each entry.
        offset 0) e)`;
