import { removePayment } from '../actions/payment.ts';
import { array, json } from '../records/columns.ts';
import { verbOf } from './derive.ts';
import { ofInvoice } from './parameters.ts';
import type { Noun } from './verb.ts';

const record = json(
  'id invoiceId kind amountCents currency paidOn method reference note recordedBy recordedAt',
);

export const payment: Noun = {
  name: 'payment',
  summary: 'payments of invoices; invoice pay records them',
  verbs: [
    {
      name: 'list',
      summary: 'List the payments of an invoice, oldest first',
      parameters: [ofInvoice],
      of: 'invoice',
      query: `
        select ${array(`
          select ${record} from corkboard.payments r
           where r.workspace_id = :workspace and r.invoice_id = $1 order by r.paid_on, r.id`)} as payments
          from corkboard.invoices i where i.workspace_id = :workspace and i.id = $1`,
    },
    verbOf(removePayment),
  ],
};
