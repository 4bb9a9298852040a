import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { today, workspaceId } from '../../records/fragments.ts';
import { all } from '../../records/list.ts';
import type { Period } from '../../vocabulary/fields.ts';
import { asUuid } from '../../vocabulary/id.ts';

/** The days that a report covers, both included, and today, in the workspace's time zone. */
export interface ReportRange {
  since: string;
  until: string;
  today: string;
}

/** The periods by which reports sum. */
export type Unit = 'month' | 'quarter' | 'year';

/**
 * How many months a report covers if its address names no first day: the month of the last day and those before it, and what
 * comes before them of the first one's quarter or year if it sums by those.
 */
const usualMonths = 12;

/**
 * The table expression `range` of a report's query: one row with the days of a ReportRange and the times at which the
 * first one begins and the last one ends (`starts_at`, `ends_at`). Without a last day it is today. No year is before 1, which
 * no page can show.
 */
export const rangeOf = ({ since, until }: Period, unit: Unit = 'month'): FragmentSqlToken => sql.fragment`
  range as materialized (
    select r.*, corkboard.day_start(${workspaceId}, r.since) as starts_at,
           corkboard.day_start(${workspaceId}, r.until + 1) as ends_at
      from (
        select l.today, l.until,
               coalesce(${since}::date, greatest(date '0001-01-01',
                 date_trunc(${unit}, date_trunc('month', l.until::timestamp) - make_interval(months => ${usualMonths - 1}::integer))::date)) as since
          from (
            select d.today, coalesce(${until}::date, greatest(d.today, ${since}::date)) as until
              from (select ${today} as today) d) l) r)`;

/** When a day, or the one so many days after it, begins in the workspace's time zone; null: no day is given. */
export const startOf = (day: string | undefined, days = 0): FragmentSqlToken =>
  sql.fragment`(select corkboard.day_start(${workspaceId}, ${day ?? null}::date + ${days}::integer))`;

/** The condition that a time is within a period, which may have no bounds. */
export const isWithin = (time: FragmentSqlToken, { since, until }: Period): FragmentSqlToken =>
  all([
    ifGiven(since, day => sql.fragment`${time} >= ${startOf(day)}`),
    ifGiven(until, day => sql.fragment`${time} < ${startOf(day, 1)}`),
  ]);

/** The condition that a day is within a period, which may have no bounds. */
export const isDayWithin = (day: FragmentSqlToken, { since, until }: Period): FragmentSqlToken =>
  all([
    ifGiven(since, first => sql.fragment`${day} >= ${first}::date`),
    ifGiven(until, last => sql.fragment`${day} <= ${last}::date`),
  ]);

/** A condition on a value that an address may leave out. */
export const ifGiven = <Value>(
  value: Value | null | undefined,
  condition: (value: Value) => FragmentSqlToken,
): FragmentSqlToken => (value == null ? sql.fragment`true` : condition(value));

/** The name of the record that an address chooses; null: it chooses none, or there is none. */
export const nameOf = (
  table: 'clients' | 'projects',
  id: string | undefined,
): FragmentSqlToken => sql.fragment`(
  select t.name from corkboard.${sql.identifier([table])} t
   where t.workspace_id = ${workspaceId} and t.id = ${asUuid(id ?? '')}::uuid)`;

/** The query of the ReportRange. */
export const reportRange = (period: Period, unit?: Unit): FragmentSqlToken =>
  sql.fragment`with ${rangeOf(period, unit)} select r.since, r.until, r.today from range r`;
