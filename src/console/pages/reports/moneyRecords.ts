import { z } from 'zod';
import { type FragmentSqlToken, sql } from '../../../database/sql.ts';
import { workspaceId } from '../../../records/fragments.ts';
import { all } from '../../../records/list.ts';
import { currency } from '../../../vocabulary/fields.ts';
import { asUuid, filterId } from '../../../vocabulary/id.ts';
import { html } from '../../html/html.ts';
import { dueCents, invoicedCents, isReceivable, isSent } from '../../queries/due.ts';
import { limitTo } from '../../queries/pageLimit.ts';
import { ifGiven, isDayWithin, nameOf } from '../../queries/reportRange.ts';
import { day, money, optional, text, whole } from './fields.ts';
import { ageNames, isAged, nameOfAge } from './receivables.ts';
import { type Asked, recordList } from './recordList.ts';

const PaymentFilters = z.object({ currency: currency.optional(), client: filterId });
const InvoiceFilters = PaymentFilters.extend({
  due: z.literal('true').optional(),
  age: z.enum(ageNames).optional(),
});

/** The condition on rows `i` of invoices or payments that both lists share, `date` being their day. */
const isChosen = (
  { period, chosen: { currency, client } }: Asked<z.output<typeof PaymentFilters>>,
  date: FragmentSqlToken,
): FragmentSqlToken =>
  all([
    sql.fragment`i.workspace_id = ${workspaceId}`,
    ifGiven(currency, code => sql.fragment`i.currency = ${code}`),
    ifGiven(client, id => sql.fragment`i.client_id = ${asUuid(id)}::uuid`),
    isDayWithin(date, period),
  ]);

/** The table expression `found`: rows `i` of a table that meet a condition, the newest first, after the one with an id. */
export function newest(
  table: string,
  date: string,
  condition: FragmentSqlToken,
  after: string | null,
  limit: number,
): FragmentSqlToken {
  const [name, by] = [sql.identifier(['corkboard', table]), sql.identifier([date])];
  const isAfter = ifGiven(
    after,
    last => sql.fragment`(i.${by}, i.id) < (
      select a.${by}, a.id from ${name} a where a.workspace_id = ${workspaceId} and a.id = ${last}::uuid)`,
  );
  return sql.fragment`
    found as (
      select i.* from ${name} i where ${condition} and ${isAfter} order by i.${by} desc, i.id desc ${limitTo(limit)})`;
}

/** What the sums of lists of amounts begin with. */
export const sums = {
  currency: text(null, sql.fragment`i.currency`),
  records: whole(null, sql.fragment`count(*)`),
};

const isListed = (asked: Asked<z.output<typeof InvoiceFilters>>): FragmentSqlToken =>
  all([
    isChosen(asked, sql.fragment`i.sent_on`),
    // By itself, so that the planner finds the index in the list's order.
    sql.fragment`i.sent_on is not null`,
    isSent,
    ifGiven(asked.chosen.due || asked.chosen.age, () => isReceivable),
    ifGiven(asked.chosen.age, isAged),
  ]);

/** The invoices behind a figure. */
export const invoiceList = recordList({
  path: '/reports/invoices',
  title: 'Sent invoices',
  report: search => (search.get('age') ? ['Receivables', '/reports/receivables'] : ['Money', '/reports']),
  event: 'Sent',
  noun: 'invoice',
  filters: InvoiceFilters,
  tables: (asked, after, limit) => newest('invoices', 'sent_on', isListed(asked), after, limit),
  fields: {
    id: text('Invoice ID', sql.fragment`i.id`),
    number: text('Number', sql.fragment`i.number`),
    client: text('Client', sql.fragment`c.name`),
    project: text('Project', sql.fragment`p.name`),
    sentOn: day('Sent on', sql.fragment`i.sent_on`),
    dueDate: optional(day('Due on', sql.fragment`i.due_date`)),
    currency: text('Currency', sql.fragment`i.currency`),
    totalCents: money('Invoiced', invoicedCents),
    dueCents: money('Due', dueCents),
  },
  from: sql.fragment`
    found i
      join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = i.project_id
      join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = i.client_id
     order by i.sent_on desc, i.id desc`,
  columns: {
    Number: ({ id, number }) => html`<a href="/invoices/${id}">${number}</a>`,
    Client: ({ client, project }) => html`${client} <span class="sub">${project}</span>`,
    Sent: 'sentOn',
    'Due date': 'dueDate',
    Invoiced: 'totalCents',
    Due: 'dueCents',
  },
  sums: {
    ...sums,
    totalCents: money('Invoiced', sql.fragment`sum(${invoicedCents})`),
    dueCents: money('Due', sql.fragment`sum(${dueCents})`),
  },
  sumsFrom: asked => sql.fragment`corkboard.invoices i where ${isListed(asked)} group by 1 order by 1`,
  names: ({ client }) => ({ Client: nameOf('clients', client) }),
  words: ({ due, age }) => ({ Only: age ? nameOfAge(age) : due ? 'Not paid in full' : null }),
});

/** The payments behind a figure. */
export const paymentList = recordList({
  path: '/reports/payments',
  title: 'Payments',
  report: ['Money', '/reports'],
  event: 'Received',
  noun: 'payment',
  filters: PaymentFilters,
  tables: (asked, after, limit) =>
    newest('payments', 'paid_on', isChosen(asked, sql.fragment`i.paid_on`), after, limit),
  fields: {
    id: text('Payment ID', sql.fragment`i.id`),
    paidOn: day('Paid on', sql.fragment`i.paid_on`),
    invoiceId: text('Invoice ID', sql.fragment`i.invoice_id`),
    number: text('Invoice number', sql.fragment`v.number`),
    client: text('Client', sql.fragment`c.name`),
    currency: text('Currency', sql.fragment`i.currency`),
    amountCents: money('Amount', sql.fragment`i.amount_cents`),
    method: optional(text('Method', sql.fragment`i.method`)),
    reference: optional(text('Reference', sql.fragment`i.reference`)),
  },
  from: sql.fragment`
    found i
      join corkboard.invoices v on v.workspace_id = ${workspaceId} and v.id = i.invoice_id
      join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = i.client_id
     order by i.paid_on desc, i.id desc`,
  columns: {
    Invoice: ({ invoiceId, number }) => html`<a href="/invoices/${invoiceId}">${number}</a>`,
    Client: 'client',
    Received: 'paidOn',
    Method: 'method',
    Reference: 'reference',
    Amount: 'amountCents',
  },
  sums: { ...sums, amountCents: money('Total', sql.fragment`sum(i.amount_cents)`) },
  sumsFrom: asked => sql.fragment`
    corkboard.payments i where ${isChosen(asked, sql.fragment`i.paid_on`)} group by 1 order by 1`,
  names: ({ client }) => ({ Client: nameOf('clients', client) }),
});
