import { type FragmentSqlToken, sql } from 'slonik';
import type { Period } from '../../documents/statementDocument.ts';
import { workspaceId } from '../../operations/define.ts';
import { array } from '../../records/fragments.ts';
import { limitTo, pageLength } from './pageLimit.ts';
import { currencyOf, rangeOf } from './reportRange.ts';

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
export interface MoneyReport extends MoneyPeriods {
  /** The currency, and all of which there are sums; null: there are none. */
  currency: string | null;
  currencies: string[];
  /** A page of the clients, the largest amounts first, and how many there are. */
  clients: ClientSums[];
  clientCount: number;
}

/** A range of more days is reported by year. Two years are at most 731 days. */
const mostDaysByMonth = 731;

/**
 * The table expressions of a report in the currencies of a query: `range`, `unit`, `periods` (by currency), and `sent` and
 * `paid`, which have the sums of each period by client, so that sums by period and by client read each index once.
 */
const amountsOf = (period: Period, currencies: FragmentSqlToken) => sql.fragment`
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
                (select (min(i.sent_at) at time zone corkboard.valid_time_zone(admitted.time_zone))::date from corkboard.receivables i
                  where i.workspace_id = ${workspaceId} and i.currency = c.currency),
                (select min(y.paid_on) from corkboard.receipts y
                  where y.workspace_id = ${workspaceId} and y.currency = c.currency))) as day
         from reported c) f),
  periods as materialized (
    select row_number() over () as n, c.currency, d.since, d.until,
           corkboard.day_start(${workspaceId}, d.since) as starts_at, corkboard.day_start(${workspaceId}, d.until + 1) as ends_at
      from reported c cross join (
        select greatest(r.since, p::date) as since, least(r.until, (p + u.step)::date - 1) as until
          from range r cross join unit u cross join first f
         cross join lateral generate_series(
           date_trunc(u.unit, f.day::timestamp),
           case u.unit when 'month' then r.until else least(r.until, r.today) end::timestamp, u.step) p) d),
  sent as materialized (
    select p.n, i.* from periods p cross join lateral (
      select i.client_id, sum(i.total_cents) as invoiced, sum(i.due_cents) as due from corkboard.receivables i
       where i.workspace_id = ${workspaceId} and i.currency = p.currency and i.sent_at >= p.starts_at and i.sent_at < p.ends_at
       group by 1) i),
  paid as materialized (
    select p.n, y.* from periods p cross join lateral (
      select y.client_id, sum(y.amount_cents) as received from corkboard.receipts y
       where y.workspace_id = ${workspaceId} and y.currency = p.currency and y.paid_on >= p.since and y.paid_on <= p.until
       group by 1) y)`;

/** The MoneySums of the columns `invoiced`, `due` and `received`, of which some may be null. */
const sumsOf = sql.fragment`
  coalesce(invoiced, 0) as "invoicedCents", coalesce(due, 0) as "dueCents", coalesce(received, 0) as "receivedCents"`;

const periodRows = sql.fragment`
  (select u.unit from unit u) as unit,
  ${array(sql.fragment`
    select row_to_json(t) from (
      select p.since, p.until, p.currency, ${sumsOf}
        from periods p
        left join (select s.n, sum(s.invoiced) as invoiced, sum(s.due) as due from sent s group by 1) s on s.n = p.n
        left join (select y.n, sum(y.received) as received from paid y group by 1) y on y.n = p.n
       order by p.since, p.currency) t`)} as sums`;

/** The query of MoneyPeriods, in all currencies. It reads only indexes. */
export const moneyPeriods = (period: Period): FragmentSqlToken => sql.fragment`
  with ${amountsOf(period, sql.fragment`select unnest(corkboard.invoiced_currencies(${workspaceId})) as currency`)}
  select ${periodRows}`;

/** The rows of ClientSums of a query's rows `b`, which have an order. */
const clientRows = (found: FragmentSqlToken, order: FragmentSqlToken) =>
  array(sql.fragment`
    select row_to_json(t) from (
      select b.client_id as "clientId", c.name as client, b.currency, b."invoicedCents", b."dueCents", b."receivedCents"
        from (${found}) b
        join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = b.client_id
       order by ${order}) t`);

/** The order of clients: who was invoiced most, then who paid most. */
const largest = sql.fragment`b."invoicedCents" desc, b."receivedCents" desc, b.client_id`;

/** The query of MoneyReport, with the clients of a page. It reads only indexes, and the names of clients. */
export const moneyReportOf = (
  period: Period,
  currency: string,
  page: number,
): FragmentSqlToken => sql.fragment`
  with ${currencyOf(currency)},
  ${amountsOf(period, sql.fragment`select h.currency from chosen h`)},
  clients as materialized (
    select client_id, (select h.currency from chosen h) as currency, ${sumsOf}
      from (select s.client_id, sum(s.invoiced) as invoiced, sum(s.due) as due from sent s group by 1) s
      full join (select y.client_id, sum(y.received) as received from paid y group by 1) y using (client_id))
  select ${periodRows}, (select h.currency from chosen h) as currency, (select k.currencies from known k) as currencies,
    ${clientRows(
      sql.fragment`
        select * from clients b order by ${largest}
        ${limitTo(pageLength)} offset ${sql.literalValue(`${(page - 1) * pageLength}`)}`,
      largest,
    )} as clients,
    (select count(*) from clients) as "clientCount"`;

/** A client and a currency, after which a batch begins. */
export interface ClientCursor {
  clientId: string;
  currency: string;
}

/** The query of a batch of ClientSums of all currencies, as `rows`, in the order of the clients' ids. */
export function moneyClients(period: Period, after: ClientCursor, limit: number): FragmentSqlToken {
  const isAfter = sql.fragment`(x.client_id, x.currency) > (${after.clientId}::uuid, ${after.currency}::text)`;
  return sql.fragment`
    with ${rangeOf(period)}
    select ${clientRows(
      sql.fragment`
        select client_id, currency, ${sumsOf}
          from (
            select x.client_id, x.currency, sum(x.total_cents) as invoiced, sum(x.due_cents) as due from corkboard.receivables x
             where x.workspace_id = ${workspaceId} and ${isAfter}
               and x.sent_at >= (select r.starts_at from range r) and x.sent_at < (select r.ends_at from range r)
             group by 1, 2) s
          full join (
            select x.client_id, x.currency, sum(x.amount_cents) as received from corkboard.receipts x
             where x.workspace_id = ${workspaceId} and ${isAfter}
               and x.paid_on >= (select r.since from range r) and x.paid_on <= (select r.until from range r)
             group by 1, 2) y using (client_id, currency)
         order by 1, 2 ${limitTo(limit)}`,
      sql.fragment`b.client_id, b.currency`,
    )} as rows`;
}
