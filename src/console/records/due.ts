import { sql } from '../../database/sql.ts';

// Receivables: of a sent invoice, its total less part payments.

/** The condition that a row `i` of invoices was sent and not voided, and what is due of it. */
export const isSent = sql.fragment`(i.kind = 'invoice' and i.status in ('SENT', 'PAID'))`;
export const dueCents = sql.fragment`case when i.status = 'SENT' then i.total_cents - i.part_paid_cents else 0 end`;

/** The condition that something is due of a row `i` of invoices. */
export const isReceivable = sql.fragment`(i.kind = 'invoice' and i.status = 'SENT' and i.total_cents > i.part_paid_cents)`;
