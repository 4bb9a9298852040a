import { type FragmentSqlToken, sql } from 'slonik';
import { today, workspaceId } from '../../operations/define.ts';
import { array, object } from '../../records/fragments.ts';

/** Invoices of one currency: how many, and their total. */
export interface Sum {
  currency: string;
  invoices: number;
  totalCents: number;
}

/** The figures of the home page. Money is summed per currency and never added up across currencies. */
export interface HomeStats {
  outstanding: Sum[];
  overdue: Sum[];
  /** How many days the oldest overdue invoice is late; null if none is. */
  daysLate: number | null;
  /** Drafts of invoices and estimates. */
  drafts: Sum[];
  /** Paid since the first of the month. */
  paid: Sum[];
  /** The billable minutes and all minutes of this month. */
  billableMinutes: number;
  loggedMinutes: number;
}

/** A JSON array of sums. `rows` has a row for each invoice, or for each partial sum. */
const sums = (invoices: FragmentSqlToken, totalCents: FragmentSqlToken, rows: FragmentSqlToken) =>
  array(sql.fragment`
    select ${object(sql.fragment`s.currency, s.invoices, s.total as "totalCents"`)} from (
      select currency, ${invoices} as invoices, ${totalCents} as total from ${rows} group by currency order by currency) s`);

/** Sums of a status, which a trigger keeps per project. */
const kept = (condition: FragmentSqlToken) =>
  sums(
    sql.fragment`sum(invoices)::bigint`,
    sql.fragment`sum(total_cents)`,
    sql.fragment`corkboard.project_invoice_sums
      where workspace_id = ${workspaceId} and invoices > 0 and ${condition}`,
  );

const summed = (condition: FragmentSqlToken) =>
  sums(
    sql.fragment`count(*)`,
    sql.fragment`sum(total_cents)`,
    sql.fragment`corkboard.invoices where workspace_id = ${workspaceId} and ${condition}`,
  );

/** The first day of this month in the workspace's time zone. */
const monthStart = sql.fragment`(select date_trunc('month', ${today}::timestamp)::date)`;

/** The query of HomeStats. Each figure reads only an index or the sums kept by a trigger. */
export const homeStats = sql.fragment`
  select ${kept(sql.fragment`kind = 'invoice' and status = 'SENT'`)} as outstanding,
    ${summed(sql.fragment`kind = 'invoice' and status = 'SENT' and due_date < ${today}`)} as overdue,
    (select ${today} - min(due_date) from corkboard.invoices
      where workspace_id = ${workspaceId} and kind = 'invoice' and status = 'SENT' and due_date < ${today}) as "daysLate",
    ${kept(sql.fragment`status = 'DRAFT'`)} as drafts,
    ${summed(sql.fragment`paid_at >= (select corkboard.day_start(${workspaceId}, ${monthStart}))`)} as paid,
    m.billable as "billableMinutes", m.logged as "loggedMinutes"
  from (
    select coalesce(sum(minutes) filter (where billable), 0) as billable, coalesce(sum(minutes), 0) as logged
      from corkboard.time_entries
     where workspace_id = ${workspaceId} and date >= ${monthStart}
       and date < (select (${monthStart} + interval '1 month')::date)) m`;
