import type { Option } from 'commander';
import { cents } from '../operations/input.ts';
import { json } from './json.ts';
import { id, required, whole } from './parameters.ts';
import type { Noun, Verb } from './verb.ts';

/** As the API returns it, and the times that only a person sees. */
const record = json(
  'r',
  'id projectId number kind status currency lineItems discountCents taxRateBps taxInclusive amountCents taxCents ' +
    'lateFeeCents totalCents dueDate supplyDate poNumber createdVia createdAt sentAt paidAt viewedAt voidedAt',
);

/** A move of an invoice or estimate by a function of the database, which takes its id and what `more` says. */
const move = (name: string, summary: string, call: string, more: Option[] = []): Verb => ({
  name,
  summary,
  takes: [id(), ...more],
  of: 'invoice',
  query: `select ${record} as invoice from corkboard.invoices i, corkboard.${call} r where i.id = $1`,
});

export const invoice: Noun = {
  name: 'invoice',
  summary: 'invoices and estimates',
  verbs: [
    move('send', 'Send a DRAFT', 'send_invoice(i.workspace_id, i.id)'),
    move('view', 'Open it, as its client does', 'view_invoice(i.workspace_id, i.id)'),
    move('pay', 'Mark a SENT invoice as PAID', 'pay_invoice(i.workspace_id, i.id)'),
    move('void', 'Make a DRAFT or SENT one VOID', 'void_invoice(i.workspace_id, i.id)'),
    move('late-fee', 'Set the late fee of a SENT invoice', 'set_late_fee(i.workspace_id, i.id, $2)', [
      required('--cents <n>', 'the whole fee; 0 takes it away', whole(cents)),
    ]),
  ],
};
