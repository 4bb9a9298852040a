import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { type AgreedFigures, figureNames } from '../../documents/agreedLines.ts';
import { snakeCase } from '../../records/columns.ts';
import { objects, selectList, today, workspaceId } from '../../records/fragments.ts';

/** Invoices or payments of one currency: how many, and what they come to. */
export interface Sum {
  currency: string;
  count: number;
  cents: number;
}

/** The figures of the home page. Money is summed per currency and never added up across currencies. */
export interface HomeStats {
  /** The amounts due of sent invoices, and of those that are overdue. */
  outstanding: Sum[];
  overdue: Sum[];
  /** How many days the oldest overdue invoice is late; null if none is. */
  daysLate: number | null;
  /** Drafts of invoices and estimates. */
  drafts: Sum[];
  /** What was agreed and isn't paid in full yet, and how many items of that still can be invoiced. */
  agreed: (AgreedFigures & { currency: string; count: number })[];
  /** The payments that arrived this month, and its first and last day. */
  received: Sum[];
  monthFrom: string;
  monthUntil: string;
  /** The billable minutes and all minutes of this month. */
  billableMinutes: number;
  loggedMinutes: number;
}

/** A JSON array of sums. `rows` has a row for each invoice or payment, or for each partial sum. */
const sums = (count: FragmentSqlToken, cents: FragmentSqlToken, rows: FragmentSqlToken) =>
  objects(sql.fragment`
    select currency, ${count} as count, ${cents} as cents from ${rows} group by currency order by currency`);

/** The amount due of the invoices of a status, or their total before they are sent. A trigger keeps it per project. */
const kept = (condition: FragmentSqlToken) =>
  sums(
    sql.fragment`sum(invoices)::bigint`,
    sql.fragment`sum(total_cents - part_paid_cents)`,
    sql.fragment`corkboard.project_invoice_sums
      where workspace_id = ${workspaceId} and invoices > 0 and ${condition}`,
  );

const overdue = sql.fragment`corkboard.invoices
  where workspace_id = ${workspaceId} and kind = 'invoice' and status = 'SENT' and due_date < ${today}`;

const agreed = objects(sql.fragment`
  select a.currency, count(*) filter (where a.remaining_gross_cents > 0) as count,
         ${selectList(
           Object.fromEntries(
             figureNames.map(name => [name, sql.fragment`sum(a.${sql.identifier([snakeCase(name)])})`]),
           ),
         )}
    from corkboard.agreed_items a
    join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = a.project_id and p.trashed_at is null
   where a.workspace_id = ${workspaceId} and a.closed_at is null and a.paid_gross_cents < a.agreed_gross_cents
   group by a.currency order by a.currency`);

/** The first days of this month and of the next one in the workspace's time zone. */
const monthStart = sql.fragment`(select date_trunc('month', ${today}::timestamp)::date)`;
const nextMonth = sql.fragment`(select (${monthStart} + interval '1 month')::date)`;

/** The query of HomeStats. Each figure reads only an index or the sums kept by a trigger. */
export const homeStats = sql.fragment`
  select ${kept(sql.fragment`kind = 'invoice' and status = 'SENT'`)} as outstanding,
    ${sums(sql.fragment`count(*)`, sql.fragment`sum(total_cents - part_paid_cents)`, overdue)} as overdue,
    (select ${today} - min(due_date) from ${overdue}) as "daysLate",
    ${kept(sql.fragment`status = 'DRAFT'`)} as drafts,
    ${agreed} as agreed,
    ${sums(
      sql.fragment`count(*)`,
      sql.fragment`sum(amount_cents)`,
      sql.fragment`corkboard.payments
        where workspace_id = ${workspaceId} and paid_on >= ${monthStart} and paid_on < ${nextMonth}`,
    )} as received,
    ${monthStart} as "monthFrom", ${nextMonth} - 1 as "monthUntil",
    m.billable as "billableMinutes", m.logged as "loggedMinutes"
  from (
    select coalesce(sum(minutes) filter (where billable), 0) as billable, coalesce(sum(minutes), 0) as logged
      from corkboard.time_entries
     where workspace_id = ${workspaceId} and date >= ${monthStart}
       and date < ${nextMonth}) m`;
