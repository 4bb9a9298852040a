import { z } from 'zod';
import { amountCell } from '../../../exports/csv.ts';
import type { Columns } from '../../../exports/csvFiles.ts';
import { amount } from '../../../formatting/index.ts';
import { currency } from '../../../vocabulary/fields.ts';
import { filterId } from '../../../vocabulary/id.ts';
import { type Html, html, type Value } from '../../html/html.ts';
import { listDate } from '../../parts/time.ts';
import {
  type InvoiceRecord,
  invoiceBatch,
  invoiceRecords,
  type MoneyFilters,
  type PaymentRecord,
  paymentBatch,
  paymentRecords,
  type RecordList,
  type RecordSums,
} from '../../records/moneyRecords.ts';
import { ageNames } from '../../records/receivablesReport.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import { askedPeriod, validPeriod } from '../../requests/period.ts';
import type { Person } from '../../sessions/person.ts';
import { batchedFile, type ReportFile } from './files.ts';
import { ageWords } from './receivables.ts';
import { filtersIn, recordList } from './recordList.ts';

const PaymentFilters = z.object({ currency: currency.optional(), client: filterId });
const InvoiceFilters = PaymentFilters.extend({
  due: z.literal('true').optional(),
  age: z.enum(ageNames).optional(),
});

/** The filters in an address. Throws validation. */
function filtersOf(
  filters: typeof PaymentFilters | typeof InvoiceFilters,
  search: URLSearchParams,
  period: MoneyFilters['period'],
): MoneyFilters {
  const { due, ...others } = filtersIn(filters, search) as z.output<typeof InvoiceFilters>;
  return { ...others, period, due: due === 'true' };
}

const countOf = ({ sums }: { sums: readonly RecordSums[] }) =>
  sums.reduce((count, { records }) => count + records, 0);

/** Amounts in several currencies, which are never added up. */
const amountsIn = (
  sums: readonly RecordSums[],
  key: 'cents' | 'dueCents',
  { locale }: Person,
): Html | null =>
  sums.length === 0
    ? null
    : html`${sums.map((one, at) => html`${at > 0 ? ' · ' : ''}${amount(one[key], one.currency, locale)}`)}`;

/** Which of the sent invoices an address chooses; null: all. */
function chosenState(search: URLSearchParams): string | null {
  const age = search.get('age');
  if (age) return ageWords[age as keyof typeof ageWords][0];
  return search.get('due') ? 'Not paid in full' : null;
}

/** The invoices behind a figure. */
export const invoiceRecordsPage = recordList<InvoiceRecord, RecordList<InvoiceRecord>>({
  path: '/reports/invoices',
  title: 'Sent invoices',
  report: search => (search.get('age') ? ['Receivables', '/reports/receivables'] : ['Money', '/reports']),
  event: 'Sent',
  noun: 'invoice',
  filters: Object.keys(InvoiceFilters.shape),
  read: (search, after) => invoiceRecords(filtersOf(InvoiceFilters, search, askedPeriod(search)), after),
  count: countOf,
  facts: ({ sums, client }, { search, person }) => [
    ['Client', client],
    ['Only', chosenState(search)],
    ['Total', amountsIn(sums, 'cents', person)],
    ['Due', amountsIn(sums, 'dueCents', person)],
  ],
  columns: () => ['Number', 'Client', 'Sent', 'Due date', ['Total', 'number'], ['Due', 'number']],
  cells: (row, { person }: PageContext): Value[] => [
    html`<a href="/invoices/${row.id}">${row.number}</a>`,
    html`${row.client} <span class="sub">${row.project}</span>`,
    listDate(row.sentOn, person),
    row.dueDate === null ? '' : listDate(row.dueDate, person),
    amount(row.totalCents, row.currency, person.locale),
    amount(row.dueCents, row.currency, person.locale),
  ],
});

/** The payments behind a figure. */
export const paymentRecordsPage = recordList<PaymentRecord, RecordList<PaymentRecord>>({
  path: '/reports/payments',
  title: 'Payments',
  report: ['Money', '/reports'],
  event: 'Received',
  noun: 'payment',
  filters: Object.keys(PaymentFilters.shape),
  read: (search, after) => paymentRecords(filtersOf(PaymentFilters, search, askedPeriod(search)), after),
  count: countOf,
  facts: ({ sums, client }, { person }) => [
    ['Client', client],
    ['Total', amountsIn(sums, 'cents', person)],
  ],
  columns: () => ['Invoice', 'Client', 'Received', 'Method', 'Reference', ['Amount', 'number']],
  cells: (row, { person }: PageContext): Value[] => [
    html`<a href="/invoices/${row.invoiceId}">${row.number}</a>`,
    row.client,
    listDate(row.paidOn, person),
    row.method ?? '',
    row.reference ?? '',
    amount(row.amountCents, row.currency, person.locale),
  ],
});

const invoiceColumns: Columns<InvoiceRecord> = {
  'Invoice ID': row => row.id,
  Number: row => row.number,
  Client: row => row.client,
  Project: row => row.project,
  'Sent on': row => row.sentOn,
  'Due on': row => row.dueDate,
  Currency: row => row.currency,
  Total: row => amountCell(row.totalCents, row.currency),
  Due: row => amountCell(row.dueCents, row.currency),
};

const paymentColumns: Columns<PaymentRecord> = {
  'Payment ID': row => row.id,
  'Paid on': row => row.paidOn,
  'Invoice ID': row => row.invoiceId,
  'Invoice number': row => row.number,
  Client: row => row.client,
  Currency: row => row.currency,
  Amount: row => amountCell(row.amountCents, row.currency),
  Method: row => row.method,
  Reference: row => row.reference,
};

/** The files of both lists. */
export const moneyRecordFiles: readonly ReportFile[] = [
  batchedFile({ page: '/reports/invoices', path: '/reports/invoices.csv' }, invoiceColumns, search => {
    const filters = filtersOf(InvoiceFilters, search, validPeriod(search));
    return (last, limit) => invoiceBatch(filters, last?.id ?? null, limit);
  }),
  batchedFile({ page: '/reports/payments', path: '/reports/payments.csv' }, paymentColumns, search => {
    const filters = filtersOf(PaymentFilters, search, validPeriod(search));
    return (last, limit) => paymentBatch(filters, last?.id ?? null, limit);
  }),
];
