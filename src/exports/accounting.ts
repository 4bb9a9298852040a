import { type FragmentSqlToken, sql } from '../database/sql.ts';
import type { ZeroTaxReason } from '../documents/partySnapshot.ts';
import { taxByRate } from '../money/totals.ts';
import { workspaceId } from '../records/fragments.ts';
import { amountCell, decimalCell } from './csv.ts';
import {
  type Columns,
  type CsvFile,
  cellsOf,
  dayOfTime,
  type PricedRow,
  partiesOf,
  pricedOf,
} from './csvFiles.ts';
import { batchesOf, batchOf, type Read } from './reads.ts';

/** The first and last day of a period; null: it has no such bound. */
export interface Period {
  from: string | null;
  to: string | null;
}

/** What all bookings of an invoice say. */
interface Heading {
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

/** What happened on a day, for the books. */
export interface Booking extends Heading {
  /** A voided invoice is booked on the day it was sent, and reversed on the day it was voided. */
  type: 'invoice' | 'late_fee' | 'void_invoice' | 'void_late_fee' | 'payment';
  day: string;
  /** Of the invoice's amount at this rate; null: a late fee or a payment. */
  taxRateBps: number | null;
  zeroTaxReason: ZeroTaxReason | null;
  /** Negative if it is a reversal. */
  netCents: bigint;
  taxCents: bigint;
  method: string | null;
  reference: string | null;
}

interface InvoiceRow extends PricedRow, Heading {
  zeroTaxReason: ZeroTaxReason | null;
  sentOn: string;
  lateFeeOn: string | null;
  voidedOn: string | null;
  lateFee: string;
}

interface PaymentRow extends Heading {
  paidOn: string;
  amount: string;
  method: string | null;
  reference: string | null;
}

/** The columns of a Heading, of the invoice `i` with its project `p` and client `c`. Sent invoices keep their parties. */
const heading = sql.fragment`
  i.id as "invoiceId", i.number, c.id as "clientId", c.name as client, p.name as project, i.due_date as "dueDate", i.currency,
  coalesce(i.party_snapshot #>> '{to,vatNumber}', c.vat_number) as "vatNumber",
  coalesce(i.party_snapshot #>> '{to,country}', c.country) as country`;

const parties = partiesOf(sql.fragment`i.project_id`);

/** Whether a day is in a period; not true if there is no such day. */
const isWithin = (day: FragmentSqlToken, { from, to }: Period) => sql.fragment`
  ${day} between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')`;

const [sentOn, lateFeeOn, voidedOn] = [
  dayOfTime(sql.fragment`i.sent_at`),
  dayOfTime(sql.fragment`coalesce(i.late_fee_at, i.sent_at)`),
  dayOfTime(sql.fragment`i.voided_at`),
];

const invoices = (after: string, period: Period) =>
  batchOf(
    'invoices',
    after,
    sql.fragment`
      select ${heading}, i.line_items as "lineItems", i.subtotal_cents as "subtotalCents", i.discount_cents as "discountCents",
             i.tax_rate_bps as "taxRateBps", i.tax_inclusive as "taxInclusive", i.late_fee_cents::text as "lateFee",
             coalesce(i.zero_tax_reason, i.party_snapshot ->> 'zeroTaxReason', c.zero_tax_reason, w.zero_tax_reason) as "zeroTaxReason",
             ${sentOn} as "sentOn", ${lateFeeOn} as "lateFeeOn", ${voidedOn} as "voidedOn"
        from scanned t
        join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.id = t.id ${parties}
       where t.kind = 'invoice' and t.sent_at is not null
         and (${isWithin(sentOn, period)} or ${isWithin(lateFeeOn, period)} or ${isWithin(voidedOn, period)})`,
  );

const payments = (after: string, period: Period) =>
  batchOf(
    'payments',
    after,
    sql.fragment`
      select ${heading}, t.paid_on as "paidOn", t.amount_cents::text as amount, t.method, t.reference
        from scanned t
        join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.id = t.invoice_id ${parties}
       where ${isWithin(sql.fragment`t.paid_on`, period)}`,
  );

function bookingsOf(row: InvoiceRow): Booking[] {
  const { sentOn: day, lateFeeOn: lateFeeDay, voidedOn: voidDay, lateFee, zeroTaxReason, ...rest } = row;
  const none = { ...rest, method: null, reference: null };
  const issued = taxByRate(pricedOf(row)).map(rate => ({
    ...none,
    ...rate,
    type: 'invoice' as const,
    day,
    zeroTaxReason: rate.taxRateBps === 0 ? zeroTaxReason : null,
  }));
  const fee = {
    ...none,
    type: 'late_fee' as const,
    day: lateFeeDay ?? day,
    taxRateBps: null,
    zeroTaxReason: null,
    netCents: BigInt(lateFee),
    taxCents: 0n,
  };
  const booked: Booking[] = fee.netCents > 0n ? [...issued, fee] : issued;
  if (voidDay === null) return booked;
  return [
    ...booked,
    ...booked.map(one => ({
      ...one,
      type: one.type === 'late_fee' ? ('void_late_fee' as const) : ('void_invoice' as const),
      day: voidDay,
      netCents: -one.netCents,
      taxCents: -one.taxCents,
    })),
  ];
}

const paymentOf = ({ paidOn: day, amount, ...rest }: PaymentRow): Booking => ({
  ...rest,
  type: 'payment',
  day,
  taxRateBps: null,
  zeroTaxReason: null,
  netCents: BigInt(amount),
  taxCents: 0n,
});

/** What is to be booked within a period: invoices, late fees and voided invoices first, then payments. */
export async function* bookings(read: Read, period: Period): AsyncGenerator<Booking[]> {
  const { from, to } = period;
  const isInPeriod = ({ day }: Booking) => (from === null || day >= from) && (to === null || day <= to);
  for await (const rows of batchesOf<InvoiceRow>(read, after => invoices(after, period)))
    yield rows.flatMap(bookingsOf).filter(isInPeriod);
  for await (const rows of batchesOf<PaymentRow>(read, after => payments(after, period)))
    yield rows.map(paymentOf);
}

const columns: Columns<Booking> = {
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

/** What is to be booked, as a CSV file: a row for each invoice and tax rate, late fee, reversal and payment. */
export const accountingCsv = (period: Period): CsvFile => ({
  name: 'accounting',
  columns: Object.keys(columns),
  batches: async function* (read) {
    for await (const found of bookings(read, period)) yield found.map(booking => cellsOf(columns, booking));
  },
});
