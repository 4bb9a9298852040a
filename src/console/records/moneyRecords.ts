import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import type { Period } from '../../documents/statementDocument.ts';
import { workspaceId } from '../../operations/define.ts';
import { objects } from '../../records/fragments.ts';
import { all } from '../../records/list.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { limitTo, rowsPlusOne } from './pageLimit.ts';
import { type Age, isAged, isSentWithin } from './receivablesReport.ts';
import { ifGiven, nameOf } from './reportRange.ts';

/** Which records are behind a figure. */
export interface MoneyFilters {
  period: Period;
  currency?: string | undefined;
  /** The id of a client. */
  client?: string | undefined;
  /** Of invoices: only those of which something is due, and how late it is. */
  due?: 'true' | undefined;
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

/** The condition on rows `i` of receivables or receipts that both lists share. */
const ofClient = ({ currency, client }: MoneyFilters): FragmentSqlToken =>
  all([
    sql.fragment`i.workspace_id = ${workspaceId}`,
    ifGiven(currency, code => sql.fragment`i.currency = ${code}`),
    ifGiven(client, id => sql.fragment`i.client_id = ${asUuid(id)}::uuid`),
  ]);

const invoicesFound = (filters: MoneyFilters): FragmentSqlToken =>
  all([
    ofClient(filters),
    isSentWithin(filters.period),
    ifGiven(filters.due || filters.age, () => sql.fragment`i.due_cents > 0`),
    ifGiven(filters.age, isAged),
  ]);

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
  const isAfter = ifGiven(
    after,
    last => sql.fragment`(${first!}, ${second!}) < (
      select a.${sql.identifier([by])}, a.${sql.identifier([id])} from ${name!} a
       where a.workspace_id = ${workspaceId} and a.${sql.identifier([id])} = ${last}::uuid)`,
  );
  return sql.fragment`
    select i.* from ${name!} i where ${condition} and ${isAfter} order by ${first!} desc, ${second!} desc ${limitTo(limit)}`;
}

/** Rows of InvoiceRecord, the newest first, after the one with an id. */
const invoiceRows = (filters: MoneyFilters, after: string | null, limit: number) =>
  objects(sql.fragment`
    select i.invoice_id as id, v.number, c.name as client, p.name as project, corkboard.iso(i.sent_at) as "sentAt",
           (i.sent_at at time zone (select corkboard.valid_time_zone(admitted.time_zone)))::date as "sentOn",
           i.due_date as "dueDate", i.currency, i.total_cents as "totalCents", i.due_cents as "dueCents"
      from (
        ${newest('receivables', ['sent_at', 'invoice_id'], invoicesFound(filters), after, limit)}) i
      join corkboard.invoices v on v.workspace_id = ${workspaceId} and v.id = i.invoice_id
      join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = v.project_id
      join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = i.client_id
     order by i.sent_at desc, i.invoice_id desc`);

/** The query of a RecordList of invoices. */
export const invoiceRecords = (filters: MoneyFilters, after: string | null): FragmentSqlToken => sql.fragment`
  select ${invoiceRows(filters, after, rowsPlusOne)} as rows,
    ${objects(sql.fragment`
      select i.currency, count(*) as records, sum(i.total_cents) as cents, sum(i.due_cents) as "dueCents"
        from corkboard.receivables i where ${invoicesFound(filters)} group by 1 order by 1`)} as sums,
    ${nameOf('clients', filters.client)} as client`;

/** The query of a batch of them, as `rows`. */
export const invoiceBatch = (filters: MoneyFilters, after: string | null, limit: number): FragmentSqlToken =>
  sql.fragment`select ${invoiceRows(filters, after, limit)} as rows`;

const paymentsFound = (filters: MoneyFilters): FragmentSqlToken =>
  all([
    ofClient(filters),
    ifGiven(filters.period.since, day => sql.fragment`i.paid_on >= ${day}::date`),
    ifGiven(filters.period.until, day => sql.fragment`i.paid_on <= ${day}::date`),
  ]);

const paymentRows = (filters: MoneyFilters, after: string | null, limit: number) =>
  objects(sql.fragment`
    select i.payment_id as id, i.paid_on as "paidOn", y.invoice_id as "invoiceId", v.number, c.name as client,
           y.method, y.reference, i.currency, i.amount_cents as "amountCents"
      from (
        ${newest('receipts', ['paid_on', 'payment_id'], paymentsFound(filters), after, limit)}) i
      join corkboard.payments y on y.workspace_id = ${workspaceId} and y.id = i.payment_id
      join corkboard.invoices v on v.workspace_id = ${workspaceId} and v.id = y.invoice_id
      join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = i.client_id
     order by i.paid_on desc, i.payment_id desc`);

/** The query of a RecordList of payments. */
export const paymentRecords = (filters: MoneyFilters, after: string | null): FragmentSqlToken => sql.fragment`
  select ${paymentRows(filters, after, rowsPlusOne)} as rows,
    ${objects(sql.fragment`
      select i.currency, count(*) as records, sum(i.amount_cents) as cents, 0 as "dueCents"
        from corkboard.receipts i where ${paymentsFound(filters)} group by 1 order by 1`)} as sums,
    ${nameOf('clients', filters.client)} as client`;

/** The query of a batch of them, as `rows`. */
export const paymentBatch = (filters: MoneyFilters, after: string | null, limit: number): FragmentSqlToken =>
  sql.fragment`select ${paymentRows(filters, after, limit)} as rows`;
