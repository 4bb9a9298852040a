import { z } from 'zod';
import { json } from '../records/columns.ts';
import { bps, day } from '../vocabulary/fields.ts';
import { id } from '../vocabulary/id.ts';
import { requiredText } from '../vocabulary/text.ts';
import { action, field, type Row } from './define.ts';
import { clearable, shownVersion } from './fields.ts';
import { invoiceAnswer } from './invoice.ts';
import { paidAmount, payInvoice } from './payment.ts';

// What corrects an invoice that was sent, and what becomes of what was paid too much.

/** Without lines and an amount it credits all that is left. */
export const creditInvoice = action({
  name: 'invoice.credit',
  summary: 'Correct a SENT or PAID invoice by a credit note; by default over all that is left of it',
  button: 'Create credit note',
  on: 'invoice',
  irreversible:
    'You can’t change or remove a credit note. If nothing was paid and nothing is left of the invoice, it becomes void.',
  input: z.strictObject({
    reason: field(clearable(requiredText(500)), 'why, as the credit note says it', '<t>', {
      multiline: true,
    }),
    lines: field(
      z
        .array(z.string().regex(/^[1-9]\d{0,3}$/, { error: 'must be numbers of lines' }))
        .max(1000)
        .optional(),
      'the lines to credit, counted from 1',
      '<n,n>',
    ),
    amountCents: field(paidAmount.optional(), 'an amount to credit, with its tax', '<n>'),
    taxRateBps: field(bps.optional(), 'the rate of that amount: 2000 is 20 %', '<n>', { label: 'Tax rate' }),
    version: shownVersion,
  }),
  answer: `${json('id invoiceId number totalCents currency creditedOn')} as "creditNote"`,
  isOffered: ({ status, kind, totalCents, creditedCents }) =>
    (status === 'SENT' || status === 'PAID') &&
    kind === 'invoice' &&
    Number(creditedCents) < Number(totalCents),
  done: 'Credit note created. Send it to your client.',
  auditEntries: { 'invoice.credited': 'corrected an invoice by a credit note' },
});

const { amountCents, on, ...details } = payInvoice.input.shape;

export const refundInvoice = action({
  name: 'invoice.refund',
  summary: 'Record that a balance was paid back; by default all of it, as of today',
  button: 'Record refund',
  on: 'invoice',
  input: z.strictObject({
    amountCents: field(paidAmount.optional(), 'what was paid back, by default all of the balance', '<n>'),
    on: field(day.optional(), 'the day of the refund, by default today', '<date>', { label: 'Refunded on' }),
    ...details,
  }),
  answer: invoiceAnswer,
  isOffered: ({ balanceCents }) => Number(balanceCents) > 0,
  done: 'Refund recorded.',
  auditEntries: { 'invoice.refunded': 'recorded the refund of a balance' },
});

export const transferBalance = action({
  name: 'invoice.transfer-balance',
  summary: 'Use a balance to pay another invoice of the same client and currency',
  button: 'Transfer balance',
  on: 'invoice',
  input: z.strictObject({
    toInvoice: field(id, 'the id of the invoice that it pays', '<id>', { label: 'To invoice' }),
    amountCents: field(
      paidAmount.optional(),
      'by default as much as the balance and what is due allow',
      '<n>',
    ),
    on: field(day.optional(), 'the day of the transfer, by default today', '<date>', {
      label: 'Transferred on',
    }),
    version: shownVersion,
  }),
  sqlFunction: 'transfer_balance',
  answer: invoiceAnswer,
  isOffered: ({ balanceCents, isTransferable }: Row) => Number(balanceCents) > 0 && isTransferable === true,
  done: 'Balance transferred.',
  auditEntries: { 'invoice.balance_transferred': 'transferred a balance to another invoice' },
});
