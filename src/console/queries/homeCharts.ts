import { sql } from '../../database/sql.ts';
import { objects, today, workspaceId } from '../../records/fragments.ts';
import { isSent } from './due.ts';

/** The amounts invoiced and received in a month, in one currency. */
interface Month {
  /** Its first day. */
  month: string;
  currency: string;
  invoicedCents: number;
  receivedCents: number;
}

/** The time that was logged in a week. */
interface Week {
  /** Its Monday. */
  week: string;
  billableMinutes: number;
  otherMinutes: number;
}

/** The figures of the charts, in the workspace's time zone. Months and weeks without figures are left out. */
export interface HomeCharts {
  /** The first day of this month. */
  thisMonth: string;
  /** The Monday of this week. */
  thisWeek: string;
  months: Month[];
  weeks: Week[];
}

/** How many months and weeks the charts show. */
export const chartedMonths = 12;
export const chartedWeeks = 12;

const firstMonth = sql.fragment`
  (select (date_trunc('month', ${today}::timestamp) - make_interval(months => ${chartedMonths - 1}::integer))::date)`;
const firstWeek = sql.fragment`
  (select (date_trunc('week', ${today}::timestamp) - make_interval(weeks => ${chartedWeeks - 1}::integer))::date)`;

/**
 * Amounts with their month and currency: of invoices when they were sent, less their credit notes, and of payments when they
 * arrived. Reads only indexes, but for credit notes, of which there are few.
 */
const byMonth = sql.fragment`
  select date_trunc('month', i.sent_on::timestamp)::date as month, i.currency, i.total_cents as invoiced, 0 as received
    from corkboard.invoices i
   where i.workspace_id = ${workspaceId} and ${isSent} and i.sent_on >= ${firstMonth}
     and i.currency = any ((select corkboard.invoiced_currencies(${workspaceId}))::text[])
  union all
  select date_trunc('month', i.sent_on::timestamp)::date, i.currency, -n.total_cents, 0
    from corkboard.credit_notes n
    join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.id = n.invoice_id
   where n.workspace_id = ${workspaceId} and ${isSent} and i.sent_on >= ${firstMonth} and n.credited_on >= ${firstMonth}
     and n.currency = any ((select corkboard.invoiced_currencies(${workspaceId}))::text[])
  union all
  select date_trunc('month', paid_on::timestamp)::date, currency, 0, amount_cents
    from corkboard.payments
   where workspace_id = ${workspaceId} and paid_on >= ${firstMonth}`;

/** The query of HomeCharts. */
export const homeCharts = sql.fragment`
  select date_trunc('month', ${today}::timestamp)::date as "thisMonth",
    date_trunc('week', ${today}::timestamp)::date as "thisWeek",
    ${objects(sql.fragment`
      select month, currency, sum(invoiced) as "invoicedCents", sum(received) as "receivedCents" from (${byMonth}) m
       group by 1, 2`)} as months,
    ${objects(sql.fragment`
      select date_trunc('week', date::timestamp)::date as week,
             coalesce(sum(minutes) filter (where billable), 0) as "billableMinutes",
             coalesce(sum(minutes) filter (where not billable), 0) as "otherMinutes"
        from corkboard.time_entries
       where workspace_id = ${workspaceId} and date >= ${firstWeek} and date <= ${today}
       group by 1`)} as weeks`;
