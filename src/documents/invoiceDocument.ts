import type { z } from 'zod';
import { fragment } from '../database/fragment.ts';
import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { isolated } from '../languages/messages.ts';
import type { Priced } from '../money/totals.ts';
import { fields, json } from '../records/fragments.ts';
import { Invoice } from '../records/invoice.ts';
import type { Language, lineUnits } from '../vocabulary/documents.ts';
import { nilId } from '../vocabulary/id.ts';
import type { PaymentPart } from './agreementView.ts';
import { type PartySnapshot, partySnapshotOf, type ZeroTaxReason } from './partySnapshot.ts';

export type LineUnit = (typeof lineUnits)[number];

/** The content of an invoice or estimate for the client, who sees nothing else of it. */
export interface InvoiceDocument extends PartySnapshot {
  invoice: z.infer<typeof Invoice>;
  subtotalCents: number;
  notes: string | null;
  /** The amounts paid and credited; of a stored document, until it was issued. */
  paidCents: number;
  creditedCents: number;
  /** The day of its last payment. */
  lastPaidOn: string | null;
  voidedAt: string | null;
  /** The document's language: the invoice's own, otherwise the client's. */
  language: Language;
  zeroTaxReason: ZeroTaxReason | null;
  /** The unit of each line, in their order; null: no line has one. */
  lineUnits: (LineUnit | null)[] | null;
  /** Who worked what each line bills, in their order: what clients read of a member. Null: no line is of one member. */
  lineMembers: (string | null)[] | null;
  /** The last day of the period of supply, which begins on `invoice.supplyDate`. */
  supplyUntil: string | null;
  /** The exchange rate: one unit of the currency of the sender's country in the invoice's, in millionths. */
  exchangeRateMillionths: number | null;
  /** The payment plan of an estimate. */
  paymentParts?: PaymentPart[] | null;
  /** When the late fee was last set. */
  lateFeeAt: string | null;
  /** Of a credit note: its day, the invoice that it corrects, whether all of it, and why. */
  corrects?: { creditedOn: string; number: string; sentAt: string; isAll: boolean; reason: string };
}

/** The document of a draft that doesn't exist yet. */
export const blankDocument = (
  projectId: string,
  currency: string,
): Omit<InvoiceDocument, keyof PartySnapshot> => ({
  invoice: {
    id: nilId,
    projectId,
    number: '',
    kind: 'invoice',
    status: 'DRAFT',
    currency,
    lineItems: [],
    discountCents: 0,
    taxRateBps: 0,
    taxInclusive: false,
    amountCents: 0,
    taxCents: 0,
    lateFeeCents: 0,
    totalCents: 0,
    dueDate: null,
    supplyDate: null,
    poNumber: null,
    createdVia: 'app',
    createdAt: '',
    sentAt: null,
    paidAt: null,
  },
  subtotalCents: 0,
  notes: null,
  paidCents: 0,
  creditedCents: 0,
  lastPaidOn: null,
  voidedAt: null,
  lineUnits: null,
  lineMembers: null,
  supplyUntil: null,
  exchangeRateMillionths: null,
  lateFeeAt: null,
});

/** The most characters of a line that is proposed, and of a name in it. */
export const [maxLine, maxName] = [500, 400];

/** The amount due of an invoice that asks for money; negative: a balance in the client's favor. */
export const dueCentsOf = ({
  invoice,
  paidCents,
  creditedCents,
}: Pick<InvoiceDocument, 'invoice' | 'paidCents' | 'creditedCents'>) =>
  invoice.totalCents - paidCents - creditedCents;

/**
 * The text of a document's line: its description, and who worked what it bills. A member without a name is called by the
 * workspace's, and never by an address.
 */
export function lineTextOf({ invoice, lineMembers, projectName }: InvoiceDocument, line: number): string {
  const { description } = invoice.lineItems[line] ?? { description: projectName };
  const worker = lineMembers?.[line] ?? null;
  return worker === null ? description : `${description} · ${isolated(worker)}`;
}

/** Its lines or flat amount with its terms, for the functions that calculate amounts (src/money/totals.ts). */
export const pricedOf = ({ invoice, subtotalCents }: InvoiceDocument): Priced =>
  invoice.lineItems.length > 0
    ? { ...invoice, amountCents: undefined }
    : { ...invoice, amountCents: subtotalCents, lineItems: undefined };

/** What the payments of an invoice add up to. `row`: its alias in the query around it. */
export const paidCentsOf = (row: string): FragmentSqlToken =>
  fragment(
    `case ${row}.status when 'PAID' then ${row}.total_cents + ${row}.balance_cents - ${row}.credited_cents
       when 'SENT' then ${row}.part_paid_cents - ${row}.credited_cents else 0 end`,
    [],
  );

/** A query of one row, an InvoiceDocument, for the invoice `i` of a query. `more`: further columns, and their joins. */
export const invoiceDocumentOf = (
  invoices: FragmentSqlToken,
  more = { columns: sql.fragment``, joins: sql.fragment`` },
): FragmentSqlToken => sql.fragment`
  select ${json(Invoice, 'i')} as invoice,
         ${fields('i', 'subtotalCents notes creditedCents voidedAt lineUnits supplyUntil exchangeRateMillionths lateFeeAt')},
         ${paidCentsOf('i')} as "paidCents",
         case when i.status = 'PAID' or i.part_paid_cents > 0 then corkboard.last_payment_on(i.workspace_id, i.id) end as "lastPaidOn",
         heading."projectName", heading."from", heading."to",
         coalesce(i.language, heading."language") as "language",
         coalesce(i.zero_tax_reason, heading."zeroTaxReason") as "zeroTaxReason",
         case when i.line_members is not null then corkboard.names_for_clients(i.workspace_id, i.line_members) end as "lineMembers",
         corkboard.payment_parts(i.payment_plan, i.subtotal_cents - i.discount_cents, i.currency) as "paymentParts"
         ${more.columns}
    from ${invoices} i
    ${more.joins}
    cross join ${partySnapshotOf(sql.fragment`i.party_snapshot`, sql.fragment`i.workspace_id, i.project_id`)}`;
