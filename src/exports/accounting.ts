import { type FragmentSqlToken, sql } from '../database/sql.ts';
import type { ZeroTaxReason } from '../documents/partySnapshot.ts';
import { taxByRate } from '../money/totals.ts';
import { workspaceId } from '../records/fragments.ts';
import { amountCell, type CsvColumns, csvOf, decimalCell } from './csv.ts';
import { type CsvFile, type PricedRow, partiesOf, pricedOf } from './csvFiles.ts';
import { batchesOf, batchFrom, batchOf, type ReadRow } from './reads.ts';

/** The first and last day of a period; null: it has no such bound. */
export interface DateRange {
  from: string | null;
  to: string | null;
}

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
  clientId: string;
  client: string;
  vatNumber: string | null;
  country: string | null;
  project: string;
  dueDate: string | null;
  currency: string;
}

/** A booking: an event of a day, for the books. */
export interface Booking extends BookingHeader {
  /**
   * A voided invoice is booked on the day it was sent, and reversed on the day it was voided. A payment that was removed is booked
   * on the day on which it is said to have arrived, and reversed on the day it was removed.
   */
  type: 'invoice' | 'late_fee' | 'void_invoice' | 'void_late_fee' | 'payment';
  day: string;
  /** Of the invoice's amount at this rate; null: a late fee or a payment. */
  taxRateBps: number | null;
  zeroTaxReason: ZeroTaxReason | null;
  /** Negative if it is a reversal, or a late fee that was reduced. */
  netCents: bigint;
  taxCents: bigint;
  method: string | null;
  reference: string | null;
}

interface InvoiceRow extends PricedRow, BookingHeader {
  zeroTaxReason: ZeroTaxReason | null;
  /** The days on which it was sent and voided; null: not, or that is not in the file. */
  sentOn: string | null;
  voidedOn: string | null;
  /** Its present late fee. */
  lateFee: string;
  /** The changes of its late fee that are in the file. */
  changes: { day: string; amount: string }[];
}

interface PaymentRow extends BookingHeader {
  /** The days on which it arrived and was removed; null: not, or that is not in the file. */
  paidOn: string | null;
  removedOn: string | null;
  amount: string;
  method: string | null;
  reference: string | null;
}

/** The parties that a sent invoice keeps; for one without them, the client's present details. */
const said = (path: string, now: FragmentSqlToken) => sql.fragment`
  case when i.party_snapshot #> ${path}::text[] is null then ${now} else i.party_snapshot #>> ${path}::text[] end`;

/** The columns of a Heading, of the invoice `i` with its project `p` and client `c`. */
const heading = sql.fragment`
  i.id as "invoiceId", i.number, c.id as "clientId", c.name as client, p.name as project, i.due_date as "dueDate", i.currency,
  ${said('{to,vatNumber}', sql.fragment`c.vat_number`)} as "vatNumber", ${said('{to,country}', sql.fragment`c.country`)} as country`;

const zeroTaxReason = sql.fragment`
  coalesce(i.zero_tax_reason, ${said('{zeroTaxReason}', sql.fragment`coalesce(c.zero_tax_reason, w.zero_tax_reason)`)})`;

const parties = partiesOf(sql.fragment`i.project_id`);

/** Whether what was recorded at a time for a day is in a file; not true if there is no such day. */
const isChosen = (
  day: FragmentSqlToken,
  at: FragmentSqlToken,
  { from, to }: DateRange,
  { until, addedTo }: Recorded,
) => sql.fragment`(
  ${day} between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')
  and ${at} <= coalesce(${until}::timestamptz, 'infinity')
  ${
    addedTo === null
      ? sql.fragment``
      : sql.fragment`
        and ${at} > (
          select max(e.exported_at) from corkboard.exported_periods e
           where e.workspace_id = ${workspaceId} and e.format = ${addedTo} and ${day} between e.first_day and e.last_day)`
  })`;

/** Queries of what is in a file, after an id. */
type Query = (after: string, period: DateRange, recorded: Recorded) => FragmentSqlToken;

const invoices: Query = (after, period, recorded) => {
  const isSent = isChosen(sql.fragment`i.sent_on`, sql.fragment`i.sent_at`, period, recorded);
  const isVoided = isChosen(sql.fragment`i.voided_on`, sql.fragment`i.voided_at`, period, recorded);
  const isChanged = isChosen(sql.fragment`f.changed_on`, sql.fragment`f.recorded_at`, period, recorded);
  return batchOf(
    'invoices',
    after,
    sql.fragment`
      select ${heading}, i.line_items as "lineItems", i.subtotal_cents as "subtotalCents", i.discount_cents as "discountCents",
             i.tax_rate_bps as "taxRateBps", i.tax_inclusive as "taxInclusive", i.late_fee_cents::text as "lateFee",
             ${zeroTaxReason} as "zeroTaxReason",
             case when ${isSent} then i.sent_on end as "sentOn", case when ${isVoided} then i.voided_on end as "voidedOn",
             coalesce(f.changes, '[]') as changes
        from scanned t
        join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.id = t.id ${parties}
        left join lateral (
          select json_agg(json_build_object('day', f.changed_on, 'amount', f.amount_cents::text) order by f.id) as changes
            from corkboard.late_fee_changes f
           where f.workspace_id = ${workspaceId} and f.invoice_id = t.id and ${isChanged}) f on true
       where t.kind = 'invoice' and t.sent_at is not null and (${isSent} or ${isVoided} or f.changes is not null)`,
  );
};

/** One statement for both tables, so that a payment that is removed meanwhile is in the file once. */
const payments: Query = (after, period, recorded) => {
  const isPaid = isChosen(sql.fragment`t.paid_on`, sql.fragment`t.recorded_at`, period, recorded);
  const isRemoved = isChosen(sql.fragment`t.removed_on`, sql.fragment`t.removed_at`, period, recorded);
  const columns = sql.fragment`y.id, y.invoice_id, y.amount_cents, y.paid_on, y.method, y.reference, y.recorded_at`;
  return batchFrom(
    sql.fragment`
      select ${columns}, null::date as removed_on, null::timestamptz as removed_at from corkboard.payments y
       where y.workspace_id = ${workspaceId} and y.id > ${after}::uuid
      union all
      select ${columns}, y.removed_on, y.removed_at from corkboard.removed_payments y
       where y.workspace_id = ${workspaceId} and y.id > ${after}::uuid`,
    sql.fragment`
      select ${heading}, case when ${isPaid} then t.paid_on end as "paidOn", case when ${isRemoved} then t.removed_on end as "removedOn",
             t.amount_cents::text as amount, t.method, t.reference
        from scanned t
        join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.id = t.invoice_id ${parties}
       where ${isPaid} or ${isRemoved}`,
  );
};

function bookingsOf(row: InvoiceRow): Booking[] {
  const { sentOn, voidedOn, lateFee, changes, zeroTaxReason: reason, ...rest } = row;
  const none = { ...rest, method: null, reference: null };
  const fee = (type: 'late_fee' | 'void_late_fee', day: string, netCents: bigint) => ({
    ...none,
    ...{ type, day, netCents, taxCents: 0n, taxRateBps: null, zeroTaxReason: null },
  });
  const issued = taxByRate(pricedOf(row)).map(rate => ({
    ...none,
    ...rate,
    zeroTaxReason: rate.taxRateBps === 0 ? reason : null,
  }));
  return [
    ...(sentOn === null ? [] : issued.map(one => ({ ...one, type: 'invoice' as const, day: sentOn }))),
    ...changes.map(({ day, amount }) => fee('late_fee', day, BigInt(amount))),
    ...(voidedOn === null
      ? []
      : [
          ...issued.map(one => ({
            ...one,
            ...{ type: 'void_invoice' as const, day: voidedOn },
            ...{ netCents: -one.netCents, taxCents: -one.taxCents },
          })),
          ...(lateFee === '0' ? [] : [fee('void_late_fee', voidedOn, -BigInt(lateFee))]),
        ]),
  ];
}

function paymentsOf({ paidOn, removedOn, amount, ...rest }: PaymentRow): Booking[] {
  const booked = (day: string, netCents: bigint): Booking => ({
    ...rest,
    ...{ type: 'payment', day, netCents, taxCents: 0n, taxRateBps: null, zeroTaxReason: null },
  });
  return [
    ...(paidOn === null ? [] : [booked(paidOn, BigInt(amount))]),
    ...(removedOn === null ? [] : [booked(removedOn, -BigInt(amount))]),
  ];
}

/** The bookings of a period: invoices, late fees and voided invoices first, then payments. */
export async function* bookings(
  read: ReadRow,
  period: DateRange,
  recorded: Recorded = all,
): AsyncGenerator<Booking[]> {
  for await (const rows of batchesOf<InvoiceRow>(read, after => invoices(after, period, recorded)))
    yield rows.flatMap(bookingsOf);
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
};

/** The bookings as a CSV file: a row for each invoice and tax rate, late fee, reversal and payment. */
export const accountingCsv = (period: DateRange, recorded = all): CsvFile => ({
  name: 'accounting',
  chunks: read => csvOf(columns, bookings(read, period, recorded)),
});
