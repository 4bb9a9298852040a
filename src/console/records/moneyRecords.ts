import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import type { Period } from '../../documents/statementDocument.ts';
import { workspaceId } from '../../operations/define.ts';
import { array } from '../../records/fragments.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { limitTo, rowsPlusOne } from './pageLimit.ts';
import { type Age, isAged, isSentWithin } from './receivablesReport.ts';

/** Which records are behind a figure. */
export interface MoneyFilters {
  period: Period;
  currency?: string | undefined;
  /** The id of a client. */
  client?: string | undefined;
  /** Of invoices: only those of which something is due, and how late it is. */
  due?: boolean;
  age?: Age | undefined;
}

/** The sums of listed records in one currency. */
export interface RecordSums {
  currency: string;
  records: number;
  /** What they come to, and for invoices what is due of them. */
  cents: number;
  dueCents: number;
}

/** An invoice behind a figure. */
export interface InvoiceRecord {
  id: string;
  number: string;
  client: string;
  project: string;
  sentAt: string;
  /** The day on which it was sent, in the workspace's time zone. */
  sentOn: string;
  dueDate: string | null;
  currency: string;
  totalCents: number;
  dueCents: number;
}

/** A payment behind a figure. */
export interface PaymentRecord {
  id: string;
  paidOn: string;
  invoiceId: string;
  number: string;
  client: string;
  method: string | null;
  reference: string | null;
  currency: string;
  amountCents: number;
}

/** A page of a list of records, with the sums of all of them. */
export interface RecordList<Row> {
  /** One more than is shown, if there are more. */
  rows: Row[];
  sums: RecordSums[];
  /** The name of the client whose records are listed; null: of all clients, or unknown. */
  client: string | null;
}

const clientName = (client: string | undefined) => sql.fragment`(
  select c.name from corkboard.clients c
   where c.workspace_id = ${workspaceId} and c.id = ${client === undefined ? null : asUuid(client)}::uuid) as client`;

/** The condition on rows `i` of receivables or receipts that both lists share. */
function ofClient({ currency, client }: MoneyFilters): FragmentSqlToken {
  const ofCurrency = currency === undefined ? sql.fragment`` : sql.fragment` and i.currency = ${currency}`;
  const ofOne =
    client === undefined ? sql.fragment`` : sql.fragment` and i.client_id = ${asUuid(client)}::uuid`;
  return sql.fragment`i.workspace_id = ${workspaceId}${ofCurrency}${ofOne}`;
}

function invoicesFound(filters: MoneyFilters): FragmentSqlToken {
  const { period, due, age } = filters;
  const isDue = due || age !== undefined ? sql.fragment` and i.due_cents > 0` : sql.fragment``;
  const isOfAge = age === undefined ? sql.fragment`` : sql.fragment` and ${isAged(age)}`;
  return sql.fragment`${ofClient(filters)} and ${isSentWithin(period)}${isDue}${isOfAge}`;
}

/** Rows `i` of a table that meet a condition, in the descending order of two columns, the second one the id, after the one with an id. */
function newest(
  table: string,
  [by, id]: readonly [string, string],
  condition: FragmentSqlToken,
  after: string | null,
  limit: number,
): FragmentSqlToken {
  const [name, first, second] = [
    ['corkboard', table],
    ['i', by],
    ['i', id],
  ].map(part => sql.identifier(part));
  const isAfter =
    after === null
      ? sql.fragment``
      : sql.fragment` and (${first!}, ${second!}) < (
          select a.${sql.identifier([by])}, a.${sql.identifier([id])} from ${name!} a
           where a.workspace_id = ${workspaceId} and a.${sql.identifier([id])} = ${after}::uuid)`;
  return sql.fragment`
    select i.* from ${name!} i where ${condition}${isAfter} order by ${first!} desc, ${second!} desc ${limitTo(limit)}`;
}

/** Rows of InvoiceRecord, the newest first, after the one with an id. */
const invoiceRows = (filters: MoneyFilters, after: string | null, limit: number) =>
  array(sql.fragment`
    select row_to_json(t) from (
      select i.invoice_id as id, v.number, c.name as client, p.name as project, corkboard.iso(i.sent_at) as "sentAt",
             (i.sent_at at time zone (select corkboard.valid_time_zone(admitted.time_zone)))::date as "sentOn",
             i.due_date as "dueDate", i.currency, i.total_cents as "totalCents", i.due_cents as "dueCents"
        from (
          ${newest('receivables', ['sent_at', 'invoice_id'], invoicesFound(filters), after, limit)}) i
        join corkboard.invoices v on v.workspace_id = ${workspaceId} and v.id = i.invoice_id
        join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = v.project_id
        join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = i.client_id
       order by i.sent_at desc, i.invoice_id desc) t`);

/** The query of a RecordList of invoices. */
export const invoiceRecords = (filters: MoneyFilters, after: string | null): FragmentSqlToken => sql.fragment`
  select ${invoiceRows(filters, after, rowsPlusOne)} as rows,
    ${array(sql.fragment`
      select row_to_json(s) from (
        select i.currency, count(*) as records, sum(i.total_cents) as cents, sum(i.due_cents) as "dueCents"
          from corkboard.receivables i where ${invoicesFound(filters)} group by 1 order by 1) s`)} as sums,
    ${clientName(filters.client)}`;

/** The query of a batch of them, as `rows`. */
export const invoiceBatch = (filters: MoneyFilters, after: string | null, limit: number): FragmentSqlToken =>
  sql.fragment`select ${invoiceRows(filters, after, limit)} as rows`;

function paymentsFound(filters: MoneyFilters): FragmentSqlToken {
  const { since, until } = filters.period;
  const from = since === null ? sql.fragment`` : sql.fragment` and i.paid_on >= ${since}::date`;
  const to = until === null ? sql.fragment`` : sql.fragment` and i.paid_on <= ${until}::date`;
  return sql.fragment`${ofClient(filters)}${from}${to}`;
}

const paymentRows = (filters: MoneyFilters, after: string | null, limit: number) =>
  array(sql.fragment`
    select row_to_json(t) from (
      select i.payment_id as id, i.paid_on as "paidOn", y.invoice_id as "invoiceId", v.number, c.name as client,
             y.method, y.reference, i.currency, i.amount_cents as "amountCents"
        from (
          ${newest('receipts', ['paid_on', 'payment_id'], paymentsFound(filters), after, limit)}) i
        join corkboard.payments y on y.workspace_id = ${workspaceId} and y.id = i.payment_id
        join corkboard.invoices v on v.workspace_id = ${workspaceId} and v.id = y.invoice_id
        join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = i.client_id
       order by i.paid_on desc, i.payment_id desc) t`);

/** The query of a RecordList of payments. */
export const paymentRecords = (filters: MoneyFilters, after: string | null): FragmentSqlToken => sql.fragment`
  select ${paymentRows(filters, after, rowsPlusOne)} as rows,
    ${array(sql.fragment`
      select row_to_json(s) from (
        select i.currency, count(*) as records, sum(i.amount_cents) as cents, 0 as "dueCents"
          from corkboard.receipts i where ${paymentsFound(filters)} group by 1 order by 1) s`)} as sums,
    ${clientName(filters.client)}`;

/** The query of a batch of them, as `rows`. */
export const paymentBatch = (filters: MoneyFilters, after: string | null, limit: number): FragmentSqlToken =>
  sql.fragment`select ${paymentRows(filters, after, limit)} as rows`;
