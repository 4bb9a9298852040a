import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import type { Period } from '../../documents/statementDocument.ts';
import { workspaceId } from '../../operations/define.ts';
import { objects } from '../../records/fragments.ts';
import { dueCents, isSent } from './receivablesReport.ts';
import {
  type ClientCursor,
  type CurrencyReport,
  clientBatch,
  currencyOf,
  currencyReport,
  isAfter,
  rangeOf,
} from './reportRange.ts';

/** Amounts of a period or a client, in one currency. */
export interface MoneySums {
  currency: string;
  /** Of the invoices that were sent: what they come to, and what is still due of them. */
  invoicedCents: number;
  dueCents: number;
  /** Of the payments that arrived. */
  receivedCents: number;
}

/** The sums of a month, or of a year if the range is long, as far as it lies within the range. */
export interface PeriodSums extends MoneySums {
  since: string;
  until: string;
}

/** The sums of a client. */
export interface ClientSums extends MoneySums {
  clientId: string;
  client: string;
}

/** The money of a range of days. */
export interface MoneyPeriods {
  unit: 'month' | 'year';
  /** Of the months or years, without the years before the first invoice and payment. */
  sums: PeriodSums[];
}

/** The same in one currency, and its clients. */
export interface MoneyReport extends MoneyPeriods, CurrencyReport<ClientSums> {}

/** A range of more days is reported by year. Three years are at most 1,096 days. */
const mostDaysByMonth = 1096;

/** The table expressions `range`, `unit` and `periods`, in the currencies of a query. */
const periodsOf = (period: Period, currencies: FragmentSqlToken) => sql.fragment`
  ${rangeOf(period)},
  reported as materialized (${currencies}),
  unit as materialized (
    select u.unit, ('1 ' || u.unit)::interval as step
      from (select case when r.until - r.since > ${mostDaysByMonth}::integer then 'year' else 'month' end as unit from range r) u),
  first as materialized (
    select case u.unit when 'month' then r.since else greatest(r.since, coalesce(f.day, r.until)) end as day
      from range r cross join unit u
     cross join lateral (
       select min(least(
                (select min(i.sent_on) from corkboard.invoices i
                  where i.workspace_id = ${workspaceId} and ${isSent} and i.currency = c.currency),
                (select min(y.paid_on) from corkboard.payments y
                  where y.workspace_id = ${workspaceId} and y.currency = c.currency))) as day
         from reported c) f),
  periods as materialized (
    select c.currency, d.since, d.until
      from reported c cross join (
        select greatest(r.since, p::date) as since, least(r.until, (p + u.step)::date - 1) as until
          from range r cross join unit u cross join first f
         cross join lateral generate_series(
           date_trunc(u.unit, f.day::timestamp),
           case u.unit when 'month' then r.until else least(r.until, r.today) end::timestamp, u.step) p) d)`;

/** The MoneySums of the columns `invoiced`, `due` and `received`, of which some may be null. */
const sumsOf = sql.fragment`
  coalesce(invoiced, 0) as "invoicedCents", coalesce(due, 0) as "dueCents", coalesce(received, 0) as "receivedCents"`;

const periodRows = sql.fragment`
  (select u.unit from unit u) as unit,
  ${objects(sql.fragment`
    select p.since, p.until, p.currency, ${sumsOf}
      from periods p
     cross join lateral (
       select sum(i.total_cents) as invoiced, sum(${dueCents}) as due from corkboard.invoices i
        where i.workspace_id = ${workspaceId} and ${isSent} and i.currency = p.currency
          and i.sent_on >= p.since and i.sent_on <= p.until) s
     cross join lateral (
       select sum(y.amount_cents) as received from corkboard.payments y
        where y.workspace_id = ${workspaceId} and y.currency = p.currency and y.paid_on >= p.since and y.paid_on <= p.until) y
     order by p.since, p.currency`)} as sums`;

/** The query of MoneyPeriods, in all currencies. It reads only indexes. */
export const moneyPeriods = (period: Period): FragmentSqlToken => sql.fragment`
  with ${periodsOf(period, sql.fragment`select unnest(corkboard.invoiced_currencies(${workspaceId})) as currency`)}
  select ${periodRows}`;

/** The query of the sums of clients within the range by currency, of what a condition on invoices and payments `i` chooses. */
const clientsOf = (chosen: FragmentSqlToken) => sql.fragment`
  select client_id, currency, ${sumsOf}
    from (
      select i.client_id, i.currency, sum(i.total_cents) as invoiced, sum(${dueCents}) as due from corkboard.invoices i
       where i.workspace_id = ${workspaceId} and ${isSent} and ${chosen}
         and i.sent_on >= (select r.since from range r) and i.sent_on <= (select r.until from range r)
       group by 1, 2) s
    full join (
      select i.client_id, i.currency, sum(i.amount_cents) as received from corkboard.payments i
       where i.workspace_id = ${workspaceId} and ${chosen}
         and i.paid_on >= (select r.since from range r) and i.paid_on <= (select r.until from range r)
       group by 1, 2) y using (client_id, currency)`;

const clientColumns = sql.fragment`b."invoicedCents", b."dueCents", b."receivedCents"`;

/** The order of clients: who was invoiced most, then who paid most. */
const largest = sql.fragment`b."invoicedCents" desc, b."receivedCents" desc, b.client_id`;

/** The query of MoneyReport, with the clients of a page. It reads only indexes, and the names of clients. */
export const moneyReportOf = (
  period: Period,
  currency: string,
  page: number,
): FragmentSqlToken => sql.fragment`
  with ${currencyOf(currency)},
  ${periodsOf(period, sql.fragment`select h.currency from chosen h`)},
  clients as materialized (${clientsOf(sql.fragment`i.currency = (select h.currency from chosen h)`)})
  select ${periodRows}, ${currencyReport(clientColumns, largest, page)}`;

/** The query of a batch of ClientSums. */
export const moneyClients = (
  period: Period,
  after: ClientCursor,
  limit: number,
): FragmentSqlToken => sql.fragment`
  with ${rangeOf(period)} select ${clientBatch(clientColumns, clientsOf(isAfter(after)), limit)}`;
