import { sql } from '../../database/sql.ts';
import { today, workspaceId } from '../../operations/define.ts';

// What clients owe: of a sent invoice, its total without what was paid of it in part.

/**
 * Rows of a query with the number of overdue invoices and what is due of them, in parts: a currency may have several
 * rows. Reads only an index and sums kept by a trigger.
 */
export const overdueSums = sql.fragment`(
  select i.currency, count(*) as invoices, sum(i.total_cents) as due_cents
    from corkboard.invoices i
   where i.workspace_id = ${workspaceId} and i.kind = 'invoice' and i.status = 'SENT' and i.due_date < ${today}
   group by 1
  union all
  select d.currency, 0, -sum(d.part_paid_cents)
    from corkboard.invoice_due_part_paid d
   where d.workspace_id = ${workspaceId} and d.due_date < ${today}
   group by 1)`;
