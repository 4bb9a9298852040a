import { type FragmentSqlToken, sql } from '../database/sql.ts';
import type { ZeroTaxReason } from '../documents/partySnapshot.ts';
import { workspaceId } from '../records/fragments.ts';
import type { Period } from '../vocabulary/fields.ts';
import { amountCell, type CsvColumns, csvOf, decimalCell } from './csv.ts';
import { type CsvFile, partiesOf } from './csvFiles.ts';
import { batchesOf, batchFrom, type ReadRow } from './reads.ts';

/** A file for the books of which the database keeps which periods were downloaded when. */
export type BooksFormat = 'accounting' | 'datev';

/** Which bookings of a period a file has. */
export interface Recorded {
  /** Those that were recorded until this moment, as begin_books_export says it; null: all. */
  until: string | null;
  /** Only those that were recorded on days after these had been downloaded in this format; null: also the others. */
  addedTo: BooksFormat | null;
}
const all: Recorded = { until: null, addedTo: null };

/** The common columns of an invoice's bookings. */
interface BookingHeader {
  invoiceId: string;
  number: string;
  /** The number of the credit note; null: the booking is of none. */
  creditNote: string | null;
  clientId: string;
  client: string;
  vatNumber: string | null;
  country: string | null;
  project: string;
  dueDate: string | null;
  currency: string;
}

/** What is charged and taken back, of an invoice and its late fee, and what is paid. */
type BookingType =
  | 'invoice'
  | 'late_fee'
  | 'credit_note'
  | 'credit_late_fee'
  | 'void_invoice'
  | 'void_late_fee'
  | PaymentKind;
type PaymentKind = 'payment' | 'refund' | 'transfer';

/** A booking: an event of a day, for the books. */
export interface Booking extends BookingHeader {
  /**
   * A voided invoice is booked on the day it was sent, and its credit note on the day it was voided; if it was voided before there
   * were credit notes, it is reversed on that day. A payment that was removed is booked on the day on which it is said to have
   * arrived, and reversed on the day it was removed.
   */
  type: BookingType;
  day: string;
  /** Of the amount at this rate; null: a late fee or a payment. */
  taxRateBps: number | null;
  zeroTaxReason: ZeroTaxReason | null;
  /** Negative if it takes something back: a credit note, a reversal, a refund, or a late fee that was reduced. */
  netCents: bigint;
  taxCents: bigint;
  method: string | null;
  reference: string | null;
}

/** A booking as a row has it: amounts are text, because they may be larger than JavaScript's exact numbers. */
type BookingRow = Omit<Booking, 'netCents' | 'taxCents'> & { net: string; tax: string };

interface PaymentRow extends BookingHeader {
  /** The days on which it arrived and was removed; null: not, or that is not in the file. */
  paidOn: string | null;
  removedOn: string | null;
  kind: PaymentKind;
  amount: string;
  method: string | null;
  reference: string | null;
}

/** The parties that a sent invoice keeps; for one without them, the client's present details. */
const said = (path: string, now: FragmentSqlToken) => sql.fragment`
  case when i.party_snapshot #> ${path}::text[] is null then ${now} else i.party_snapshot #>> ${path}::text[] end`;

/** The columns of a BookingHeader, of the invoice `i` with its project `p` and client `c`. */
const heading = sql.fragment`
  i.id as "invoiceId", i.number, c.id as "clientId", c.name as client, p.name as project, i.due_date as "dueDate", i.currency,
  ${said('{to,vatNumber}', sql.fragment`c.vat_number`)} as "vatNumber", ${said('{to,country}', sql.fragment`c.country`)} as country`;

const parties = partiesOf(sql.fragment`i.project_id`);

/** Whether what was recorded at a time for a day is in a file; not true if there is no such day. */
const isChosen = (
  day: FragmentSqlToken,
  at: FragmentSqlToken,
  { since, until }: Period,
  recorded: Recorded,
) => sql.fragment`(
  ${day} between coalesce(${since}::date, '-infinity') and coalesce(${until}::date, 'infinity')
  and ${at} <= coalesce(${recorded.until}::timestamptz, 'infinity')
  ${
    recorded.addedTo === null
      ? sql.fragment``
      : sql.fragment`
        and ${at} > (
          select max(e.exported_at) from corkboard.exported_periods e
           where e.workspace_id = ${workspaceId} and e.format = ${recorded.addedTo} and ${day} between e.first_day and e.last_day)`
  })`;

/** Queries of what is in a file, after an id. */
type Query = (after: string, period: Period, recorded: Recorded) => FragmentSqlToken;

const invoices: Query = (after, period, recorded) =>
  batchFrom(
    sql.fragment`
      select i.id from corkboard.invoices i
       where i.workspace_id = ${workspaceId} and i.id > ${after}::uuid and i.kind = 'invoice' and i.sent_at is not null`,
    sql.fragment`
      select ${heading}, b.type, b.day, b.tax_rate_bps as "taxRateBps", b.zero_tax_reason as "zeroTaxReason",
             b.net_cents::text as net, b.tax_cents::text as tax, null as method, null as reference,
             (select n.number from corkboard.credit_notes n
               where n.workspace_id = ${workspaceId} and n.id = b.source_id and b.type in ('credit_note', 'credit_late_fee')) as "creditNote"
        from scanned t
        join corkboard.tax_entries b on b.workspace_id = ${workspaceId} and b.invoice_id = t.id and b.basis = 'invoice'
        join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.id = t.id ${parties}
       where ${isChosen(sql.fragment`b.day`, sql.fragment`b.recorded_at`, period, recorded)}`,
    sql.fragment`, b.recorded_at, b.type, b.tax_rate_bps desc nulls last, b.id`,
  );

/** One statement for both tables, so that a payment that is removed meanwhile is in the file once. */
const payments: Query = (after, period, recorded) => {
  const isPaid = isChosen(sql.fragment`t.paid_on`, sql.fragment`t.recorded_at`, period, recorded);
  const isRemoved = isChosen(sql.fragment`t.removed_on`, sql.fragment`t.removed_at`, period, recorded);
  const columns = sql.fragment`y.id, y.invoice_id, y.amount_cents, y.paid_on, y.kind, y.method, y.reference, y.recorded_at`;
  return batchFrom(
    sql.fragment`
      select ${columns}, null::date as removed_on, null::timestamptz as removed_at from corkboard.payments y
       where y.workspace_id = ${workspaceId} and y.id > ${after}::uuid
      union all
      select ${columns}, y.removed_on, y.removed_at from corkboard.removed_payments y
       where y.workspace_id = ${workspaceId} and y.id > ${after}::uuid`,
    sql.fragment`
      select ${heading}, case when ${isPaid} then t.paid_on end as "paidOn", case when ${isRemoved} then t.removed_on end as "removedOn",
             t.kind, t.amount_cents::text as amount, t.method, t.reference, null as "creditNote"
        from scanned t
        join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.id = t.invoice_id ${parties}
       where ${isPaid} or ${isRemoved}`,
  );
};

function paymentsOf({ paidOn, removedOn, kind, amount, ...rest }: PaymentRow): Booking[] {
  const booked = (day: string, netCents: bigint): Booking => ({
    ...rest,
    ...{ type: kind, day, netCents, taxCents: 0n, taxRateBps: null, zeroTaxReason: null },
  });
  return [
    ...(paidOn === null ? [] : [booked(paidOn, BigInt(amount))]),
    ...(removedOn === null ? [] : [booked(removedOn, -BigInt(amount))]),
  ];
}

/** The bookings of a period: those of invoices first, with their late fees and credit notes, then payments. */
export async function* bookings(
  read: ReadRow,
  period: Period,
  recorded: Recorded = all,
): AsyncGenerator<Booking[]> {
  for await (const rows of batchesOf<BookingRow>(read, after => invoices(after, period, recorded)))
    yield rows.map(({ net, tax, ...row }) => ({ ...row, netCents: BigInt(net), taxCents: BigInt(tax) }));
  for await (const rows of batchesOf<PaymentRow>(read, after => payments(after, period, recorded)))
    yield rows.flatMap(paymentsOf);
}

const columns: CsvColumns<Booking> = {
  Type: 'type',
  Date: 'day',
  'Invoice number': 'number',
  'Invoice ID': 'invoiceId',
  'Client ID': 'clientId',
  Client: 'client',
  'Client VAT number': 'vatNumber',
  'Client country': 'country',
  Project: 'project',
  'Due on': 'dueDate',
  'Tax rate': booking => decimalCell(booking.taxRateBps, 2),
  'Reason for no tax': 'zeroTaxReason',
  Net: booking => amountCell(booking.netCents, booking.currency),
  Tax: booking => amountCell(booking.taxCents, booking.currency),
  Gross: booking => amountCell(booking.netCents + booking.taxCents, booking.currency),
  Currency: 'currency',
  Method: 'method',
  Reference: 'reference',
  'Credit note number': 'creditNote',
};

/** The bookings as a CSV file: a row for each invoice or credit note and tax rate, late fee, reversal and payment. */
export const accountingCsv = (period: Period, recorded = all): CsvFile => ({
  name: 'accounting',
  chunks: read => csvOf(columns, bookings(read, period, recorded)),
});
