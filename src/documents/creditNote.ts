import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { fields, object, workspaceId } from '../records/fragments.ts';
import { type InvoiceDocument, invoiceDocumentOf } from './invoiceDocument.ts';
import { localizerOf } from './localizer.ts';

/** A credit note of an invoice. */
interface CreditNote {
  id: string;
  number: string;
  lineItems: {
    /** The invoice's line, counted from 1; null: an amount at a rate. */
    line: number | null;
    description: string | null;
    quantityHundredths: number;
    unitPriceCents: number;
    taxRateBps: number;
    discountCents: number;
    netCents: number;
    taxCents: number;
  }[];
  netCents: number;
  taxCents: number;
  lateFeeCents: number;
  totalCents: number;
  /** Null: the invoice was voided, and nobody gave a reason. */
  reason: string | null;
  creditedOn: string;
  createdAt: string;
}

/** An invoice with one of its credit notes. */
export interface CreditedInvoice extends InvoiceDocument {
  note: CreditNote;
}

/** A query of a CreditedInvoice, of the invoice `i` with the credit note `n` that meets a condition. */
export const creditedInvoiceOf = (
  condition: FragmentSqlToken,
  more = { columns: sql.fragment``, joins: sql.fragment`` },
  workspace = workspaceId,
): FragmentSqlToken => sql.fragment`
  ${invoiceDocumentOf(sql.fragment`corkboard.invoices`, {
    columns: sql.fragment`,
      ${object(fields('n', 'id number lineItems netCents taxCents lateFeeCents totalCents reason creditedOn createdAt'))} as note
      ${more.columns}`,
    joins: sql.fragment`
      join corkboard.credit_notes n on n.workspace_id = ${workspace} and n.invoice_id = i.id ${more.joins}`,
  })}
  where i.workspace_id = ${workspace} and ${condition}`;

/** A credit note as the document of an invoice that says what it corrects. */
export function creditNoteDocument({ note, ...document }: CreditedInvoice): InvoiceDocument {
  const { invoice, lineUnits, lineMembers, projectName } = document;
  const { messages } = localizerOf(document);
  const rest = messages('creditOfInvoice', { number: invoice.number });
  const ofLines = <Of>(list: (Of | null)[] | null) =>
    list && note.lineItems.map(({ line }) => (line === null ? null : (list[line - 1] ?? null)));
  return {
    ...document,
    invoice: {
      ...invoice,
      number: note.number,
      status: 'SENT',
      lineItems: note.lineItems.map(item => ({
        ...item,
        description: item.description ?? (item.line === null ? rest : projectName),
      })),
      discountCents: note.lineItems.reduce((total, { discountCents }) => total + discountCents, 0),
      taxCents: note.taxCents,
      amountCents: note.netCents + note.taxCents,
      lateFeeCents: note.lateFeeCents,
      totalCents: note.totalCents,
      dueDate: null,
      sentAt: note.createdAt,
      paidAt: null,
    },
    subtotalCents: 0,
    notes: null,
    ...{ paidCents: 0, creditedCents: 0, lastPaidOn: null, voidedAt: null },
    lineUnits: ofLines(lineUnits),
    lineMembers: ofLines(lineMembers),
    corrects: {
      creditedOn: note.creditedOn,
      number: invoice.number,
      sentAt: invoice.sentAt!,
      isAll: note.totalCents === invoice.totalCents,
      reason: note.reason ?? messages('isCanceled'),
    },
  };
}
