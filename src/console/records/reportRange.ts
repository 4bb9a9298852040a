import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import type { Period } from '../../documents/statementDocument.ts';
import { today, workspaceId } from '../../operations/define.ts';
import { all } from '../../records/list.ts';

/** The days that a report covers, both included, and today, in the workspace's time zone. */
export interface ReportRange {
  since: string;
  until: string;
  today: string;
}

/** How many months a report covers if its address names no first day: the month of the last day and those before it. */
const usualMonths = 12;

/**
 * The table expression `range` of a report's query: one row with the days of a ReportRange and the times at which the
 * first one begins and the last one ends (`starts_at`, `ends_at`). Without a last day it is today. No year is before 1, which
 * no page can show.
 */
export const rangeOf = ({ since, until }: Period): FragmentSqlToken => sql.fragment`
  range as materialized (
    select r.*, corkboard.day_start(${workspaceId}, r.since) as starts_at,
           corkboard.day_start(${workspaceId}, r.until + 1) as ends_at
      from (
        select l.today, l.until,
               coalesce(${since}::date, greatest(date '0001-01-01',
                 (date_trunc('month', l.until::timestamp) - make_interval(months => ${usualMonths - 1}::integer))::date)) as since
          from (
            select d.today, coalesce(${until}::date, greatest(d.today, ${since}::date)) as until
              from (select ${today} as today) d) l) r)`;

/** When a day, or the one so many days after it, begins in the workspace's time zone. */
export const startOf = (day: string, days = 0): FragmentSqlToken =>
  sql.fragment`(select corkboard.day_start(${workspaceId}, ${day}::date + ${days}::integer))`;

/** The condition that a time is within a period, which may have no bounds. */
export const isWithin = (time: FragmentSqlToken, { since, until }: Period): FragmentSqlToken =>
  all([
    since === null ? sql.fragment`true` : sql.fragment`${time} >= ${startOf(since)}`,
    until === null ? sql.fragment`true` : sql.fragment`${time} < ${startOf(until, 1)}`,
  ]);

/**
 * The table expressions `known`, with an array of the currencies of what was invoiced, and `chosen`, with the currency of a
 * report: the one in the address if it is known, else the workspace's own, else the first one; null: nothing was invoiced.
 */
export const currencyOf = (asked: string): FragmentSqlToken => sql.fragment`
  known as materialized (select corkboard.invoiced_currencies(${workspaceId}) as currencies),
  chosen as materialized (
    select case when ${asked} = any (k.currencies) then ${asked}
                when admitted.currency = any (k.currencies) then admitted.currency
                else k.currencies[1] end as currency
      from known k)`;

/** The query of the ReportRange. */
export const reportRange = (period: Period): FragmentSqlToken =>
  sql.fragment`with ${rangeOf(period)} select r.since, r.until, r.today from range r`;
