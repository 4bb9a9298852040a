import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import type { Period } from '../../documents/statementDocument.ts';
import { today, workspaceId } from '../../operations/define.ts';
import { objects } from '../../records/fragments.ts';
import { all } from '../../records/list.ts';
import { asUuid, nilId } from '../../vocabulary/id.ts';
import { limitTo, pageLength } from './pageLimit.ts';

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

/** The clients of a report in one currency. */
export interface CurrencyReport<Client> {
  /** The currency, and all of which there are sums; null: there are none. */
  currency: string | null;
  currencies: string[];
  /** A page of the clients, the largest amounts first, and how many there are. */
  clients: Client[];
  clientCount: number;
}

/** The clients of rows `b` of a query, in an order, with these columns. */
const clientRows = (columns: FragmentSqlToken, found: FragmentSqlToken, order: FragmentSqlToken) =>
  objects(sql.fragment`
    select b.client_id as "clientId", c.name as client, b.currency, ${columns}
      from (${found}) b
      join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = b.client_id
     order by ${order}`);

/** The columns of a CurrencyReport, from the table expressions of `currencyOf` and `clients`, rows of which are `b`. */
export const currencyReport = (
  columns: FragmentSqlToken,
  largest: FragmentSqlToken,
  page: number,
): FragmentSqlToken => sql.fragment`
  (select h.currency from chosen h) as currency, (select k.currencies from known k) as currencies,
  ${clientRows(
    columns,
    sql.fragment`
      select * from clients b order by ${largest}
      ${limitTo(pageLength)} offset ${sql.literalValue(`${(page - 1) * pageLength}`)}`,
    largest,
  )} as clients,
  (select count(*) from clients) as "clientCount"`;

/** A client and a currency, after which a batch begins; null: the first batch. */
export type ClientCursor = { clientId: string; currency: string } | null;

/** The condition that a row is of a client after another one. */
export const isAfter = (after: ClientCursor): FragmentSqlToken =>
  sql.fragment`(client_id, currency) > (${after?.clientId ?? nilId}::uuid, ${after?.currency ?? ''}::text)`;

/** A batch of the clients that a query finds, in all currencies, as `rows`, in the order of their ids. */
export const clientBatch = (
  columns: FragmentSqlToken,
  found: FragmentSqlToken,
  limit: number,
): FragmentSqlToken => sql.fragment`
  ${clientRows(columns, sql.fragment`${found} order by 1, 2 ${limitTo(limit)}`, sql.fragment`b.client_id, b.currency`)} as rows`;

/** The query of the ReportRange. */
export const reportRange = (period: Period): FragmentSqlToken =>
  sql.fragment`with ${rangeOf(period)} select r.since, r.until, r.today from range r`;
