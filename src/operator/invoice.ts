import type { Option } from 'commander';
import { cents } from '../operations/input.ts';
import { id, required, whole } from './parameters.ts';
import { call, json } from './query.ts';
import type { Noun, Verb } from './verb.ts';

/** As the API returns it, and the times that only a person sees. */
const record = json(
  'id projectId number kind status currency lineItems discountCents taxRateBps taxInclusive amountCents taxCents ' +
    'lateFeeCents totalCents dueDate supplyDate poNumber createdVia createdAt sentAt paidAt viewedAt voidedAt',
);

const verb = (name: string, summary: string, invocation: string, more: Option[] = []): Verb => ({
  name,
  summary,
  takes: [id(), ...more],
  of: 'invoice',
  query: call('invoices', invocation, `${record} as invoice`),
});

export const invoice: Noun = {
  name: 'invoice',
  summary: 'invoices and estimates',
  verbs: [
    verb('send', 'Send a DRAFT', 'send_invoice(it.workspace_id, it.id)'),
    verb('view', 'Open it, as its client does', 'view_invoice(it.workspace_id, it.id)'),
    verb('pay', 'Mark a SENT invoice as PAID', 'pay_invoice(it.workspace_id, it.id)'),
    verb('void', 'Make a DRAFT or SENT one VOID', 'void_invoice(it.workspace_id, it.id)'),
    verb('late-fee', 'Set the late fee of a SENT invoice', 'set_late_fee(it.workspace_id, it.id, $2)', [
      required('--cents <n>', 'the whole fee; 0 takes it away', whole(cents)),
    ]),
  ],
};
