import { z } from 'zod';
import { fieldsOf, json } from '../records/columns.ts';
import { Invoice } from '../records/invoice.ts';
import { boundedCents } from '../vocabulary/fields.ts';
import { action, field } from './define.ts';

/** The SQL of the answer: an invoice as the API returns it, with two times that only a person sees. */
const answer = `${json(`${fieldsOf(Invoice)} viewedAt voidedAt`)} as invoice`;

export const sendInvoice = action({
  name: 'invoice.send',
  summary: 'Send a DRAFT',
  button: 'Send',
  on: 'invoice',
  by: 'member',
  calls: 'send_invoice(p_workspace => begun.workspace_id, p_invoice => it.id)',
  answer,
  offered: ({ status, isTrashed }) => status === 'DRAFT' && !isTrashed,
  done: 'It is sent as far as Corkboard is concerned, and its link works. Nobody was mailed: send the link below.',
  logs: { 'invoice.sent': 'sent an invoice or estimate' },
});

export const viewInvoice = action({
  name: 'invoice.view',
  summary: 'Open it, as its client does',
  button: 'Open',
  on: 'invoice',
  by: 'member',
  only: 'command',
  calls: 'view_invoice(p_workspace => begun.workspace_id, p_invoice => it.id)',
  answer,
  logs: { 'invoice.viewed': 'opened an invoice or estimate for the first time' },
});

export const payInvoice = action({
  name: 'invoice.pay',
  summary: 'Mark a SENT invoice as PAID',
  button: 'Mark as paid',
  on: 'invoice',
  by: 'member',
  irreversible: 'It becomes paid for good: it can be neither made void nor charged a late fee afterwards.',
  calls: 'pay_invoice(p_workspace => begun.workspace_id, p_invoice => it.id)',
  answer,
  offered: ({ status, kind }) => status === 'SENT' && kind === 'invoice',
  done: 'It is marked as paid.',
  logs: { 'invoice.paid': 'marked an invoice as paid' },
});

export const voidInvoice = action({
  name: 'invoice.void',
  summary: 'Make a DRAFT or SENT one VOID',
  button: 'Void',
  on: 'invoice',
  by: 'member',
  irreversible:
    'It becomes void for good: it can be neither sent nor paid afterwards, and keeps its number. The client still sees it under its link if it was sent, marked as void.',
  calls: 'void_invoice(p_workspace => begun.workspace_id, p_invoice => it.id)',
  answer,
  offered: ({ status }) => status === 'DRAFT' || status === 'SENT',
  done: 'It is void.',
  logs: { 'invoice.void': 'made an invoice or estimate void' },
});

export const setLateFee = action({
  name: 'invoice.late-fee',
  summary: 'Set the late fee of a SENT invoice',
  button: 'Set late fee',
  on: 'invoice',
  by: 'member',
  input: z.strictObject({
    cents: field(boundedCents, 'the whole fee; 0 takes it away', { takes: '<n>', label: 'Late fee' }),
  }),
  calls: 'set_late_fee(p_workspace => begun.workspace_id, p_invoice => it.id, p_cents => :cents)',
  answer,
  offered: ({ status, kind }) => status === 'SENT' && kind === 'invoice',
  done: 'The late fee is set.',
  logs: { 'invoice.late_fee': 'set the late fee of an invoice' },
});
