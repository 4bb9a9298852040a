import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { workspaceId } from '../../records/fragments.ts';
import { all } from '../../records/list.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { ifGiven } from './reportRange.ts';

// The sums of time entries of any days. Whole weeks are read from the sums that triggers keep (project_weeks and timekeeper_weeks),
// and only the days before and after them from the entries, so that a report of years reads few rows.

/** Which time entries are summed or listed, within some days. */
export interface TimeFilters {
  /** The id of a project, and of a timekeeper. */
  project?: string | undefined;
  person?: string | undefined;
  billable?: 'true' | 'false' | undefined;
  /** Whether an invoice bills it. */
  billed?: 'true' | 'false' | undefined;
}

/** The condition that the reader may see the time of a timekeeper `k`: their own, or everyone's. */
export const mayKnow = sql.fragment`(admitted.sees_all_time or k.member_id = admitted.member_id)`;

/** The condition that the reader may see the time of a timekeeper, by its id. */
export const mayListPerson = (person: string) => sql.fragment`
  exists (
    select 1 from corkboard.timekeepers k
     where k.workspace_id = ${workspaceId} and k.id = ${asUuid(person)}::uuid and ${mayKnow})`;

/** The condition that a row is of the filters' project, if its table has one. */
const ofProject = ({ project }: TimeFilters, column: FragmentSqlToken) =>
  ifGiven(project, id => sql.fragment`${column} = ${asUuid(id)}::uuid`);

/** The condition that a row is of the filters' person, and that the reader may see their hours. */
const ofPerson = ({ person }: TimeFilters, column: FragmentSqlToken) =>
  ifGiven(person, id => sql.fragment`${column} = ${asUuid(id)}::uuid and ${mayListPerson(id)}`);

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
    ofProject(filters, sql.fragment`t.project_id`),
    ofPerson(filters, sql.fragment`t.timekeeper_id`),
    ifGiven(filters.billable, billable => sql.fragment`t.billable = ${billable === 'true'}`),
    ifGiven(filters.billed, billed => sql.fragment`${isBilled} = ${billed === 'true'}`),
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

/** The columns of rows of sums with entries, and with minutes. */
export const entryColumns = { all: 'entries', billable: 'billable_entries', billed: 'billed_entries' };
export const minuteColumns = { all: 'minutes', billable: 'billable_minutes', billed: 'billed_minutes' };

/**
 * The table expressions `span`, with the days of `range` (since and until) and the whole weeks between them, from `first` until
 * before `rest`, and `days`, with sums like those of a week for each entry of the days before and after these. `range` selects the
 * days. Of a project and a person together no sums are kept, so that all days count as such.
 */
export function spanOf(range: FragmentSqlToken, filters: TimeFilters = {}): FragmentSqlToken {
  const isKept = filters.project === undefined || filters.person === undefined;
  return sql.fragment`
    span as materialized (
      select s.*, array(select s.since + n from generate_series(0, least(s.first, s.until + 1) - s.since - 1) n)
               || array(select s.rest + n from generate_series(0, s.until - s.rest) n) as edges
        from (
          select w.since, w.until, w.first, greatest(corkboard.week_of(w.until + 1), w.first) as rest
            from (select r.since, r.until, corkboard.week_of(r.since + 6) as first from (${range}) r) w) s),
    days as materialized (
      select corkboard.week_of(e.date) as week, e.project_id, e.timekeeper_id, 1 as entries, e.minutes,
             e.billable::integer as billable_entries, e.billable::integer * e.minutes as billable_minutes,
             e.billed::integer as billed_entries, e.billed::integer * e.minutes as billed_minutes
        from (
          select t.date, t.project_id, t.timekeeper_id, t.minutes, t.billable, ${isBilled} as billed
            from corkboard.time_entries t
           where t.workspace_id = ${workspaceId} and ${
             isKept
               ? sql.fragment`t.date = any ((select edges from span)::date[])`
               : sql.fragment`t.date >= (select since from span) and t.date <= (select until from span)`
           }
             and ${ofProject(filters, sql.fragment`t.project_id`)} and ${ofPerson(filters, sql.fragment`t.timekeeper_id`)}
          -- So that it is looked up once for each entry.
          offset 0) e)`;
}

/** The condition on rows `s` of project_weeks or timekeeper_weeks that their week is a whole week of the span. */
const isWhole = sql.fragment`
  s.workspace_id = ${workspaceId} and s.week >= (select first from span) and s.week < (select rest from span)`;

/** The rows of project_weeks in the whole weeks of the span. */
export const projectWeeks = (filters: TimeFilters = {}): FragmentSqlToken => sql.fragment`
  select * from corkboard.project_weeks s where ${isWhole} and ${ofProject(filters, sql.fragment`s.project_id`)}`;

/** The rows of timekeeper_weeks in the whole weeks of the span. */
export const timekeeperWeeks = (filters: TimeFilters = {}): FragmentSqlToken => sql.fragment`
  select * from corkboard.timekeeper_weeks s where ${isWhole} and ${ofPerson(filters, sql.fragment`s.timekeeper_id`)}`;

/** The query of sums of the span by week, of the entries of the filters' project and person. */
export function weeksOf(filters: TimeFilters): FragmentSqlToken {
  const sums = sql.fragment`
    s.week, s.entries, s.minutes, s.billable_entries, s.billable_minutes, s.billed_entries, s.billed_minutes`;
  const ofDays = sql.fragment`select ${sums} from days s`;
  if (filters.project !== undefined && filters.person !== undefined) return ofDays;
  const weeks = filters.project === undefined ? timekeeperWeeks(filters) : projectWeeks(filters);
  return sql.fragment`select ${sums} from (${weeks}) s union all ${ofDays}`;
}
