import { z } from 'zod';
import { amountCell } from '../../../exports/csv.ts';
import { amount } from '../../../formatting/index.ts';
import { currency } from '../../../vocabulary/fields.ts';
import { filterId } from '../../../vocabulary/id.ts';
import { type Html, html, type Value } from '../../html/html.ts';
import { listDate } from '../../parts/time.ts';
import {
  type InvoiceRecord,
  invoiceBatch,
  invoiceRecords,
  type PaymentRecord,
  paymentBatch,
  paymentRecords,
  type RecordList,
  type RecordSums,
} from '../../records/moneyRecords.ts';
import { ageNames } from '../../records/receivablesReport.ts';
import type { PageContext } from '../../requests/pageContext.ts';
import type { Person } from '../../sessions/person.ts';
import { ageWords } from './receivables.ts';
import { recordList } from './recordList.ts';

const PaymentFilters = z.object({ currency: currency.optional(), client: filterId });
const InvoiceFilters = PaymentFilters.extend({
  due: z.literal('true').optional(),
  age: z.enum(ageNames).optional(),
});

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
export const invoiceList = recordList<InvoiceRecord, RecordList<InvoiceRecord>, typeof InvoiceFilters>({
  path: '/reports/invoices',
  title: 'Sent invoices',
  report: search => (search.get('age') ? ['Receivables', '/reports/receivables'] : ['Money', '/reports']),
  event: 'Sent',
  noun: 'invoice',
  filters: InvoiceFilters,
  read: (period, chosen, after) => invoiceRecords({ ...chosen, period }, after),
  batch: (period, chosen, after, limit) => invoiceBatch({ ...chosen, period }, after, limit),
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
  inFile: {
    'Invoice ID': row => row.id,
    Number: row => row.number,
    Client: row => row.client,
    Project: row => row.project,
    'Sent on': row => row.sentOn,
    'Due on': row => row.dueDate,
    Currency: row => row.currency,
    Total: row => amountCell(row.totalCents, row.currency),
    Due: row => amountCell(row.dueCents, row.currency),
  },
});

/** The payments behind a figure. */
export const paymentList = recordList<PaymentRecord, RecordList<PaymentRecord>, typeof PaymentFilters>({
  path: '/reports/payments',
  title: 'Payments',
  report: ['Money', '/reports'],
  event: 'Received',
  noun: 'payment',
  filters: PaymentFilters,
  read: (period, chosen, after) => paymentRecords({ ...chosen, period }, after),
  batch: (period, chosen, after, limit) => paymentBatch({ ...chosen, period }, after, limit),
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
  inFile: {
    'Payment ID': row => row.id,
    'Paid on': row => row.paidOn,
    'Invoice ID': row => row.invoiceId,
    'Invoice number': row => row.number,
    Client: row => row.client,
    Currency: row => row.currency,
    Amount: row => amountCell(row.amountCents, row.currency),
    Method: row => row.method,
    Reference: row => row.reference,
  },
});
