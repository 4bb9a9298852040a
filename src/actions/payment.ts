import { z } from 'zod';
import { day, integer } from '../vocabulary/fields.ts';
import { requiredText } from '../vocabulary/text.ts';
import { action, field, type Row } from './define.ts';
import { clearable, oneLineText, shownVersion } from './fields.ts';
import { invoiceAnswer } from './invoice.ts';

/** An amount that is paid, credited, refunded or transferred. */
export const paidAmount = integer(
  1,
  Number.MAX_SAFE_INTEGER,
  " of the currency's minor unit: 1250 is 12.50 USD, and 1,250 JPY",
);

/** Without fields it records what is still due, as of today. */
export const payInvoice = action({
  name: 'invoice.pay',
  summary: 'Record a payment of a SENT invoice; by default of all that is due, as of today',
  button: 'Record payment',
  on: 'invoice',
  input: z.strictObject({
    amountCents: field(paidAmount.optional(), 'what was paid, by default all that is due', '<n>'),
    on: field(day.optional(), 'the day of the payment, by default today', '<date>', { label: 'Paid on' }),
    method: field(clearable(oneLineText(100)), 'how it was paid, such as Bank transfer', '<m>'),
    reference: field(clearable(oneLineText(200)), 'what identifies it at the bank or payment service', '<r>'),
    note: field(clearable(requiredText(2000)), 'only members see it', '<t>'),
    version: shownVersion,
  }),
  sqlFunction: 'record_payment',
  answer: invoiceAnswer,
  isOffered: ({ status, kind }) => status === 'SENT' && kind === 'invoice',
  done: {
    sentences: {
      paid: 'Payment recorded. The invoice is paid.',
      part: 'Payment recorded. The rest is still due.',
    },
    of: ({ invoice }) => ((invoice as Row).status === 'PAID' ? 'paid' : 'part'),
  },
  auditEntries: {
    'invoice.paid': 'recorded that an invoice was paid',
    'invoice.payment_recorded': 'recorded a part payment of an invoice',
  },
});

export const removePayment = action({
  name: 'payment.remove',
  summary:
    'Remove a payment, refund or transfer that was recorded by mistake; a PAID invoice becomes SENT again',
  button: 'Remove payment',
  on: 'payment',
  irreversible:
    'If it was paid, its amount is due again, and a paid invoice is no longer paid. Both sides of a transfer are removed. The audit log keeps its amount, day, method and reference.',
  input: z.strictObject({ version: shownVersion }),
  answer: invoiceAnswer,
  done: 'Removed.',
  auditEntries: { 'invoice.payment_removed': 'removed a payment of an invoice' },
});
