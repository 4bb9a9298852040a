import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { workspaceId } from '../../records/fragments.ts';

// Receivables: of a sent invoice, its total less part payments and credit notes.

/** The condition that a row `i` of invoices was sent and not voided, and what is due of it. */
export const isSent = sql.fragment`(i.kind = 'invoice' and i.status in ('SENT', 'PAID'))`;
export const dueCents = sql.fragment`case when i.status = 'SENT' then i.total_cents - i.part_paid_cents else 0 end`;

/** The condition that something is due of a row `i` of invoices. */
export const isReceivable = sql.fragment`(i.kind = 'invoice' and i.status = 'SENT' and i.total_cents > i.part_paid_cents)`;

/** What was received of the invoices in rows `s` of project_invoice_sums that are not void. */
export const receivedCents = sql.fragment`
  coalesce(sum(s.total_cents) filter (where s.status = 'PAID'), 0) + sum(s.part_paid_cents - s.credited_cents)`;

/** What the invoice `i` of a query comes to, without what was credited of it. */
export const invoicedCents = sql.fragment`(i.total_cents - i.credited_cents)`;

/**
 * What was `invoiced` and is `due`, by client and currency, of the sent invoices `i` that meet a condition: a row for each, which an
 * index has, and a negative one for each of their credit notes, of which there are few.
 */
export const invoicedRows = (condition: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  select i.client_id, i.currency, i.total_cents as invoiced, ${dueCents} as due from corkboard.invoices i
   where i.workspace_id = ${workspaceId} and ${isSent} and ${condition}
  union all
  select i.client_id, i.currency, -n.total_cents, 0
    from corkboard.credit_notes n
    join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.id = n.invoice_id
   where n.workspace_id = ${workspaceId} and ${isSent} and ${condition}`;
