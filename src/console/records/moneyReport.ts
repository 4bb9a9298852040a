import { type FragmentSqlToken, sql } from 'slonik';
import type { Period } from '../../documents/statementDocument.ts';
import { workspaceId } from '../../operations/define.ts';
import { array } from '../../records/fragments.ts';
import { limitTo, pageLength } from './pageLimit.ts';
import { rangeOf } from './reportRange.ts';

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
  /** The months or years, without the years before the first invoice and payment. */
  periods: { since: string; until: string }[];
  /** Their sums in all currencies; those without any are left out. */
  sums: PeriodSums[];
}

/** The same, and the clients in one of the currencies. */
export interface MoneyReport extends MoneyPeriods {
  /** The chosen currency, else the workspace's own, else the first one with sums; null: there are none. */
  currency: string | null;
  /** A page of the clients, the largest amounts first, and how many there are. */
  clients: ClientSums[];
  clientCount: number;
}

/** A range of more days is reported by year. Three years are at most 1,096 days. */
const mostDaysByMonth = 1096;

const invoiced = sql.fragment`sum(i.total_cents) as invoiced, sum(i.due_cents) as due, 0 as received`;
const received = sql.fragment`0 as invoiced, 0 as due, sum(y.amount_cents) as received`;
const totals = sql.fragment`
  sum(s.invoiced) as "invoicedCents", sum(s.due) as "dueCents", sum(s.received) as "receivedCents"`;

/** The table expressions `range`, `unit`, `periods` and `sums` (of PeriodSums) of a report. */
const sumsOf = (period: Period) => sql.fragment`
  ${rangeOf(period)},
  unit as materialized (
    select u.unit, ('1 ' || u.unit)::interval as step
      from (select case when r.until - r.since > ${mostDaysByMonth}::integer then 'year' else 'month' end as unit from range r) u),
  first as materialized (
    select case u.unit when 'month' then r.since else greatest(r.since, coalesce(least(
             (select min(i.sent_at)::date - 1 from corkboard.receivables i where i.workspace_id = ${workspaceId}),
             (select min(y.paid_on) from corkboard.receipts y where y.workspace_id = ${workspaceId})), r.until)) end as day
      from range r cross join unit u),
  periods as materialized (
    select d.since, d.until, corkboard.day_start(${workspaceId}, d.since) as starts_at,
           corkboard.day_start(${workspaceId}, d.until + 1) as ends_at
      from (
        select greatest(r.since, p::date) as since, least(r.until, (p + u.step)::date - 1) as until
          from range r cross join unit u cross join first f
         cross join lateral generate_series(
           date_trunc(u.unit, f.day::timestamp),
           case u.unit when 'month' then r.until else least(r.until, r.today) end::timestamp, u.step) p) d),
  sums as materialized (
    select s.since, s.until, s.currency, ${totals}
      from (
        select p.since, p.until, i.* from periods p cross join lateral (
          select i.currency, ${invoiced} from corkboard.receivables i
           where i.workspace_id = ${workspaceId} and i.sent_at >= p.starts_at and i.sent_at < p.ends_at
           group by 1) i
        union all
        select p.since, p.until, y.* from periods p cross join lateral (
          select y.currency, ${received} from corkboard.receipts y
           where y.workspace_id = ${workspaceId} and y.paid_on between p.since and p.until
           group by 1) y) s
     group by 1, 2, 3)`;

const periodRows = sql.fragment`
  (select u.unit from unit u) as unit,
  ${array(sql.fragment`
    select row_to_json(p) from (select p.since, p.until from periods p order by p.since) p`)} as periods,
  ${array(sql.fragment`select row_to_json(s) from (select * from sums s order by s.since, s.currency) s`)} as sums`;

/** The query of MoneyPeriods. It reads only indexes. */
export const moneyPeriods = (period: Period): FragmentSqlToken =>
  sql.fragment`with ${sumsOf(period)} select ${periodRows}`;

/** The sums by client and currency of a range, with a condition on rows of receivables and of receipts, `x`. */
const byClient = (condition: FragmentSqlToken) => sql.fragment`
  select s.client_id, s.currency, ${totals}
    from (
      select i.client_id, i.currency, ${invoiced}
        from (select x.* from corkboard.receivables x where x.workspace_id = ${workspaceId} and ${condition}) i
       where i.sent_at >= (select r.starts_at from range r) and i.sent_at < (select r.ends_at from range r)
       group by 1, 2
      union all
      select y.client_id, y.currency, ${received}
        from (select x.* from corkboard.receipts x where x.workspace_id = ${workspaceId} and ${condition}) y
       where y.paid_on >= (select r.since from range r) and y.paid_on <= (select r.until from range r)
       group by 1, 2) s
   group by 1, 2`;

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
  with ${sumsOf(period)},
  chosen as materialized (
    select coalesce(
      (select s.currency from sums s where s.currency = ${currency} limit 1),
      (select s.currency from sums s where s.currency = admitted.currency limit 1),
      (select min(s.currency) from sums s)) as currency),
  clients as materialized (${byClient(sql.fragment`x.currency = (select h.currency from chosen h)`)})
  select ${periodRows}, (select h.currency from chosen h) as currency,
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
export const moneyClients = (
  period: Period,
  after: ClientCursor,
  limit: number,
): FragmentSqlToken => sql.fragment`
  with ${rangeOf(period)}
  select ${clientRows(
    sql.fragment`
      ${byClient(sql.fragment`(x.client_id, x.currency) > (${after.clientId}::uuid, ${after.currency}::text)`)}
       order by 1, 2 ${limitTo(limit)}`,
    sql.fragment`b.client_id, b.currency`,
  )} as rows`;
