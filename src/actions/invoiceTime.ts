import { z } from 'zod';
import type { TimeToInvoice } from '../documents/timeLines.ts';
import { invoiceAmounts } from '../money/totals.ts';
import { timeGroupings } from '../vocabulary/documents.ts';
import { boundedCents, day } from '../vocabulary/fields.ts';
import { asUuid } from '../vocabulary/id.ts';
import { action, field, hiddenInput } from './define.ts';
import { sha256 } from './fields.ts';
import { draftAnswer } from './invoice.ts';

/** The operator's command doesn't know the workspace of the project. */
const toInvoice = `
  select corkboard.time_to_invoice(coalesce($1::uuid, corkboard.workspace_of_record($2)), $2, $3, $4) as time`;

export const invoiceTime = action({
  name: 'project.invoice-time',
  summary: 'Draft an invoice of the unbilled billable time of a project',
  button: 'Draft invoice',
  on: 'project',
  input: z.strictObject({
    from: field(day.optional(), 'the first day; by default that of the oldest unbilled time', '<date>', {
      hidden: true,
    }),
    until: field(day.optional(), 'the last day; by default today', '<date>', { hidden: true }),
    by: field(z.enum(timeGroupings).default('entry'), 'a line for each entry, day or person, or one', '<g>', {
      hidden: true,
    }),
    hourlyRateCents: field(boundedCents.optional(), 'an hour; by default the project’s hourly rate', '<n>', {
      hidden: true,
    }),
    // Of the time that the page showed; rejected if it was changed since.
    shown: hiddenInput(sha256.optional()),
  }),
  // The lines are made here, and the function rejects them if the time was changed meanwhile.
  prepare: async ({ from, until, by, hourlyRateCents }, { query, id, workspaceId }) => {
    const asked = [asUuid(workspaceId), asUuid(id), from ?? null, until ?? null];
    const { rows } = await query(toInvoice, asked);
    const time = (rows[0] as { time: TimeToInvoice | null }).time;
    // There is no such project, which the function's query finds as well.
    if (time === null) return unread;
    const { timeLines } = await import('../documents/timeLines.ts');
    const { lines, lineOfEntry } = timeLines(time, by);
    const rate = hourlyRateCents ?? time.hourlyRateCents;
    const priced = { unitPriceCents: rate ?? 0, taxRateBps: null };
    const lineItems = lines.map(({ minutes, memberId, ...line }) => ({ ...line, ...priced }));
    const members = lines.map(({ memberId }) => memberId);
    const { taxRateBps, taxInclusive, digest } = time;
    const invoice = { lineItems, discountCents: 0, taxRateBps, taxInclusive };
    const { subtotalCents, taxCents } = invoiceAmounts(invoice);
    return {
      digest,
      rate,
      lineOfEntry,
      lineMembers: members.some(member => member !== null) ? members : null,
      lineItems: JSON.stringify(lineItems),
      subtotalCents: String(subtotalCents),
      taxCents: String(taxCents),
    };
  },
  sqlCall: `invoice_time(p_workspace => begun.workspace_id, p_project => record.id, p_from => :from, p_until => :until,
    p_rate_cents => :rate, p_digest => :digest, p_shown => :shown, p_line_items => :lineItems,
    p_line_of_entry => :lineOfEntry::integer[], p_line_members => :lineMembers::uuid[], p_subtotal_cents => :subtotalCents, p_tax_cents => :taxCents)`,
  // It reads what it bills before it bills it.
  slow: true,
  answer: draftAnswer,
  isOffered: ({ trashedAt = null }) => trashedAt === null,
  done: 'Draft created. Check it, then send it.',
  auditEntries: { 'invoice.time_billed': 'drafted an invoice of logged time' },
});

const unread = {
  digest: '',
  rate: null,
  lineOfEntry: [],
  lineMembers: null,
  lineItems: '[]',
  subtotalCents: '0',
  taxCents: '0',
};
