import { z } from 'zod';
import { sql } from '../../../database/sql.ts';
import { percent } from '../../../formatting/index.ts';
import { workspaceId } from '../../../records/fragments.ts';
import { all } from '../../../records/list.ts';
import { zeroTaxReasons } from '../../../vocabulary/documents.ts';
import { currency } from '../../../vocabulary/fields.ts';
import { zeroTaxReason } from '../../components/party.ts';
import { html } from '../../html/html.ts';
import { creditNoteAddress } from '../../queries/creditNote.ts';
import { ifGiven, isDayWithin } from '../../queries/reportRange.ts';
import { day, money, named, optional, rate, text } from './fields.ts';
import { newest, sums } from './moneyRecords.ts';
import { type Asked, recordList } from './recordList.ts';
import { reason } from './taxes.ts';

const Filters = z.object({
  basis: z.enum(['invoice', 'payment']).default('invoice'),
  rate: z.union([z.literal('none'), z.coerce.number().int().min(0).max(10_000)]).optional(),
  reason: z.enum(['none', ...zeroTaxReasons]).optional(),
  currency: currency.optional(),
});

const isChosen = ({ period, chosen: { basis, rate, reason, currency } }: Asked<z.output<typeof Filters>>) =>
  all([
    sql.fragment`i.workspace_id = ${workspaceId} and i.basis = ${basis}`,
    ifGiven(
      rate,
      bps => sql.fragment`i.tax_rate_bps is not distinct from ${bps === 'none' ? null : bps}::integer`,
    ),
    ifGiven(
      reason,
      one => sql.fragment`i.zero_tax_reason is not distinct from ${one === 'none' ? null : one}`,
    ),
    ifGiven(currency, code => sql.fragment`i.currency = ${code}`),
    isDayWithin(sql.fragment`i.day`, period),
  ]);

const events = {
  invoice: 'Invoice',
  late_fee: 'Late fee',
  credit_note: 'Credit note',
  credit_late_fee: 'Late fee credited',
  void_invoice: 'Invoice voided',
  void_late_fee: 'Late fee voided',
  payment: 'Payment',
  refund: 'Refund',
  transfer: 'Transfer',
  removed_payment: 'Payment removed',
};
const event = named(events);

/** The entries behind a figure of the tax report. */
export const taxEntryList = recordList({
  path: '/reports/tax-entries',
  title: 'Tax entries',
  report: ['Tax', '/reports/taxes'],
  noun: 'entry',
  nouns: 'entries',
  filters: Filters,
  tables: (asked, after, limit) => newest('tax_entries', 'day', isChosen(asked), after, limit),
  fields: {
    id: text('Entry ID', sql.fragment`i.id`),
    day: day('Date', sql.fragment`i.day`),
    event: event('Type', sql.fragment`i.type`),
    invoiceId: text('Invoice ID', sql.fragment`i.invoice_id`),
    number: text('Invoice number', sql.fragment`v.number`),
    creditNote: optional(text('Credit note number', sql.fragment`n.number`)),
    client: text('Client', sql.fragment`c.name`),
    vatNumber: optional(text('Client VAT number', sql.fragment`v.party_snapshot #>> '{to,vatNumber}'`)),
    rate: optional(rate('Tax rate', sql.fragment`i.tax_rate_bps`)),
    reason: optional(reason('Reason for no tax', sql.fragment`i.zero_tax_reason`)),
    currency: text('Currency', sql.fragment`i.currency`),
    netCents: money('Net', sql.fragment`i.net_cents`),
    taxCents: money('Tax', sql.fragment`i.tax_cents`),
    grossCents: money('Gross', sql.fragment`i.net_cents + i.tax_cents`),
  },
  from: sql.fragment`
    found i
      join corkboard.invoices v on v.workspace_id = ${workspaceId} and v.id = i.invoice_id
      join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = v.client_id
      left join corkboard.credit_notes n on n.workspace_id = ${workspaceId} and n.id = i.source_id
     order by i.day desc, i.id desc`,
  columns: {
    Invoice: ({ invoiceId, number }) => html`<a href="/invoices/${invoiceId}">${number}</a>`,
    Client: 'client',
    Date: 'day',
    Event: ({ event, creditNote, invoiceId }) => [
      events[event as keyof typeof events],
      creditNote && html` <a href="${creditNoteAddress(invoiceId, creditNote)}">${creditNote}</a>`,
    ],
    Rate: 'rate',
    Net: 'netCents',
    Tax: 'taxCents',
    Gross: 'grossCents',
  },
  sums: {
    ...sums,
    netCents: money('Net', sql.fragment`sum(i.net_cents)`),
    taxCents: money('Tax', sql.fragment`sum(i.tax_cents)`),
    grossCents: money('Gross', sql.fragment`sum(i.net_cents + i.tax_cents)`),
  },
  sumsFrom: asked => sql.fragment`corkboard.tax_entries i where ${isChosen(asked)} group by 1 order by 1`,
  words: ({ basis, rate, reason }, { locale }) => ({
    'Dated by': basis === 'invoice' ? 'Invoice date' : 'Payment date',
    'Tax rate': rate === undefined ? null : rate === 'none' ? 'None' : percent(rate, locale),
    'Reason for no tax': reason === undefined ? null : reason === 'none' ? 'None' : zeroTaxReason(reason),
  }),
});
