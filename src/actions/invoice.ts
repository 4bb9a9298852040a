import { z } from 'zod';
import { fieldsOf, json } from '../records/columns.ts';
import { Invoice } from '../records/invoice.ts';
import { boundedCents } from '../vocabulary/fields.ts';
import { requiredText } from '../vocabulary/text.ts';
import { action, field } from './define.ts';
import { markAsSent, reviewed } from './documentMail.ts';
import { clearable, shownVersion } from './fields.ts';

/** The input of an action on the version that the page showed. */
const input = z.strictObject({ version: shownVersion });

/** The SQL of the answer: an invoice as the API returns it, with two times that only a person sees. */
export const invoiceAnswer = `${json(`${fieldsOf(Invoice)} viewedAt voidedAt`)} as invoice`;
/** The same with its version, of a draft that is made or edited. */
export const draftAnswer = `${json(`${fieldsOf(Invoice)} viewedAt voidedAt version`)} as invoice`;

export const sendInvoice = action({
  name: 'invoice.send',
  summary: 'Send a DRAFT',
  ...markAsSent,
  on: 'invoice',
  input: reviewed({ version: shownVersion }),
  sqlCall:
    'send_reviewed_invoice(p_workspace => begun.workspace_id, p_invoice => record.id, p_version => :version, p_missing => :missing)',
  answer: invoiceAnswer,
  isOffered: ({ status, isTrashed }) => status === 'DRAFT' && !isTrashed,
  auditEntries: {
    'invoice.sent': 'sent an invoice or estimate',
    'invoice.sent_incomplete': 'sent an invoice or estimate although something was missing',
  },
});

export const duplicateInvoice = action({
  name: 'invoice.duplicate',
  summary: 'Draft one with the same content',
  button: 'Duplicate',
  on: 'invoice',
  answer: invoiceAnswer,
  isOffered: ({ isTrashed }) => !isTrashed,
  done: 'This is the duplicate, a draft. Check it, then send it.',
  auditEntries: { 'invoice.duplicated': 'duplicated an invoice or estimate' },
});

export const viewInvoice = action({
  name: 'invoice.view',
  summary: 'Open it, as its client does',
  on: 'invoice',
  only: 'command',
  answer: invoiceAnswer,
  auditEntries: { 'invoice.viewed': 'opened an invoice or estimate for the first time' },
});

export const voidInvoice = action({
  name: 'invoice.void',
  summary: 'Make a DRAFT or SENT one VOID',
  button: 'Void',
  on: 'invoice',
  irreversible:
    'You can’t undo this. After it is void, you can’t send it or record payments, and its number isn’t reused. If it was sent, the client’s link shows it as void, and an invoice gets a credit note.',
  input: input.extend({
    reason: field(clearable(requiredText(500)), 'why, as the credit note says it', '<t>'),
  }),
  answer: invoiceAnswer,
  isOffered: ({ status, partPaidCents = 0 }) =>
    status === 'DRAFT' || (status === 'SENT' && partPaidCents === 0),
  done: 'Voided.',
  auditEntries: { 'invoice.void': 'voided an invoice or estimate' },
});

export const setLateFee = action({
  name: 'invoice.late-fee',
  summary: 'Set the late fee of a SENT invoice',
  button: 'Set late fee',
  on: 'invoice',
  input: z.strictObject({
    cents: field(boundedCents, 'the total fee, or 0 to remove it', '<n>', { label: 'Late fee' }),
    version: shownVersion,
  }),
  sqlFunction: 'set_late_fee',
  answer: invoiceAnswer,
  isOffered: ({ status, kind }) => status === 'SENT' && kind === 'invoice',
  done: 'Late fee set.',
  auditEntries: { 'invoice.late_fee': 'set the late fee of an invoice' },
});
