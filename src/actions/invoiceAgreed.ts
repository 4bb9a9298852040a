import { z } from 'zod';
import type { AgreedItem, AgreedToInvoice } from '../documents/agreedLines.ts';
import { invoiceAmounts } from '../money/totals.ts';
import { json } from '../records/columns.ts';
import { boundedCents, integer } from '../vocabulary/fields.ts';
import { asUuid } from '../vocabulary/id.ts';
import { action, field, hiddenInput } from './define.ts';
import { shownVersion } from './fields.ts';
import { draftAnswer, invoiceAnswer } from './invoice.ts';

// Actions on what a client agreed to pay: a scope, change orders and estimates. Only in the console: the operator's command has no
// list of these from which to take an id.

/** The id of an agreed item. */
const item = z.uuid({ error: 'must be the id of something that was agreed' });

/** How much of an agreed item is to be invoiced, and as which lines. */
export const agreedShare = {
  item: hiddenInput(item),
  /** Of its price; without it and an amount, all that remains. */
  percentBps: hiddenInput(integer(1, 10_000, ' of basis points: 5000 is 50 %').optional()),
  amountCents: hiddenInput(boundedCents.min(1).optional()),
  /** One line, or one for each deliverable. */
  by: hiddenInput(z.enum(['one', 'deliverable']).default('one')),
};

export const invoiceAgreed = action({
  name: 'project.invoice-agreed',
  only: 'console',
  button: 'Draft invoice',
  on: 'project',
  input: z.strictObject({
    ...agreedShare,
    // Of its payment plan, instead of a percentage.
    part: hiddenInput(integer(1, 12).optional()),
    shown: shownVersion,
  }),
  // The lines are made here, and the function rejects them if something was changed meanwhile.
  prepare: async ({ item, ...share }, { query, id, workspaceId }) => {
    const { rows } = await query('select corkboard.agreed_to_invoice($1, $2) as agreed', [
      asUuid(workspaceId),
      asUuid(id),
    ]);
    const agreed = (rows[0] as { agreed: AgreedToInvoice | null }).agreed;
    const asked = agreed?.items.find(one => one.id === item);
    // The function's query finds that as well.
    if (!asked) return { ...unread, agreedVersion: 0 };
    const { agreedLines } = await import('../documents/agreedLines.ts');
    const { lineItems, notes, beyondCents, ...terms } = agreedLines(agreed!, asked, share);
    const { subtotalCents, taxCents } = invoiceAmounts({ lineItems, ...terms });
    return {
      ...terms,
      notes,
      item: asUuid(item),
      agreedVersion: asked.version,
      lineItems: JSON.stringify(lineItems),
      subtotalCents: String(subtotalCents),
      taxCents: String(taxCents),
    };
  },
  sqlCall: `invoice_agreed(p_workspace => begun.workspace_id, p_project => record.id, p_item => :item,
    p_version => :agreedVersion, p_shown => :shown, p_line_items => :lineItems, p_tax_rate_bps => :taxRateBps,
    p_tax_inclusive => :taxInclusive, p_subtotal_cents => :subtotalCents, p_tax_cents => :taxCents, p_notes => :notes, p_part => :part)`,
  // It reads what it bills before it bills it.
  slow: true,
  answer: draftAnswer,
  isOffered: ({ trashedAt = null }) => trashedAt === null,
  done: 'Draft created. Check it, then send it.',
  auditEntries: { 'invoice.agreed_billed': 'drafted an invoice of what was agreed' },
});

const unread = {
  ...{ item: null, lineItems: '[]', taxRateBps: 0, taxInclusive: false },
  ...{ subtotalCents: '0', taxCents: '0', notes: null },
};

export const assignInvoice = action({
  name: 'invoice.assign',
  only: 'console',
  button: 'Assign',
  on: 'invoice',
  input: z.strictObject({
    item: field(item.optional(), 'the agreed item', '<id>', { label: 'What it bills', hidden: true }),
    version: shownVersion,
  }),
  answer: invoiceAnswer,
  isOffered: ({ kind, status }) => kind === 'invoice' && status !== 'VOID',
  done: 'Saved what the invoice bills.',
  auditEntries: {
    'invoice.assigned': 'assigned an invoice to what was agreed',
    'invoice.unassigned': 'said that an invoice bills nothing that was agreed',
  },
});

const agreed = { on: 'agreed', only: 'console', answer: `${json('id projectId closedAt')} as item` } as const;
type State = Pick<AgreedItem, 'isClosed'>;

export const closeAgreed = action({
  ...agreed,
  name: 'agreed.close',
  button: 'Close',
  isOffered: ({ isClosed }: State) => !isClosed,
  done: 'Nothing more is to be invoiced of it.',
  auditEntries: { 'agreed.closed': 'said that nothing more is to be invoiced of an agreed item' },
});

export const reopenAgreed = action({
  ...agreed,
  name: 'agreed.reopen',
  button: 'Reopen',
  sqlCall: 'close_agreed(p_workspace => begun.workspace_id, p_agreed => record.id, p_closed => false)',
  isOffered: ({ isClosed }: State) => isClosed,
  done: 'It can be invoiced again.',
  auditEntries: { 'agreed.reopened': 'reopened an agreed item' },
});
