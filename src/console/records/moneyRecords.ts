import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import type { Period } from '../../documents/statementDocument.ts';
import { workspaceId } from '../../operations/define.ts';
import { objects } from '../../records/fragments.ts';
import { all } from '../../records/list.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { limitTo, rowsPlusOne } from './pageLimit.ts';
import { type Age, dueCents, isAged, isReceivable, isSent } from './receivablesReport.ts';
import { ifGiven, isDayWithin, nameOf } from './reportRange.ts';

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
  /** The day on which it was sent. */
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

/** The condition on rows `i` of invoices or payments that both lists share. */
const ofClient = ({ currency, client }: MoneyFilters): FragmentSqlToken =>
  all([
    sql.fragment`i.workspace_id = ${workspaceId}`,
    ifGiven(currency, code => sql.fragment`i.currency = ${code}`),
    ifGiven(client, id => sql.fragment`i.client_id = ${asUuid(id)}::uuid`),
  ]);

const invoicesFound = (filters: MoneyFilters): FragmentSqlToken =>
  all([
    ofClient(filters),
    isSent,
    isDayWithin(sql.fragment`i.sent_on`, filters.period),
    ifGiven(filters.due || filters.age, () => isReceivable),
    ifGiven(filters.age, isAged),
  ]);

/** Rows `i` of a table that meet a condition, in the descending order of a column and the id, after the one with an id. */
function newest(
  table: string,
  column: string,
  condition: FragmentSqlToken,
  after: string | null,
  limit: number,
): FragmentSqlToken {
  const [name, by] = [sql.identifier(['corkboard', table]), sql.identifier([column])];
  const isAfter = ifGiven(
    after,
    last => sql.fragment`(i.${by}, i.id) < (
      select a.${by}, a.id from ${name} a where a.workspace_id = ${workspaceId} and a.id = ${last}::uuid)`,
  );
  return sql.fragment`
    select i.* from ${name} i where ${condition} and ${isAfter} order by i.${by} desc, i.id desc ${limitTo(limit)}`;
}

/** Rows of InvoiceRecord, the newest first, after the one with an id. */
const invoiceRows = (filters: MoneyFilters, after: string | null, limit: number) =>
  objects(sql.fragment`
    select i.id, i.number, c.name as client, p.name as project, i.sent_on as "sentOn",
           i.due_date as "dueDate", i.currency, i.total_cents as "totalCents", ${dueCents} as "dueCents"
      from (
        ${newest('invoices', 'sent_on', invoicesFound(filters), after, limit)}) i
      join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = i.project_id
      join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = i.client_id
     order by i.sent_on desc, i.id desc`);

/** The query of a RecordList of invoices. */
export const invoiceRecords = (filters: MoneyFilters, after: string | null): FragmentSqlToken => sql.fragment`
  select ${invoiceRows(filters, after, rowsPlusOne)} as rows,
    ${objects(sql.fragment`
      select i.currency, count(*) as records, sum(i.total_cents) as cents, sum(${dueCents}) as "dueCents"
        from corkboard.invoices i where ${invoicesFound(filters)} group by 1 order by 1`)} as sums,
    ${nameOf('clients', filters.client)} as client`;

/** The query of a batch of them, as `rows`. */
export const invoiceBatch = (filters: MoneyFilters, after: string | null, limit: number): FragmentSqlToken =>
  sql.fragment`select ${invoiceRows(filters, after, limit)} as rows`;

const paymentsFound = (filters: MoneyFilters): FragmentSqlToken =>
  all([ofClient(filters), isDayWithin(sql.fragment`i.paid_on`, filters.period)]);

const paymentRows = (filters: MoneyFilters, after: string | null, limit: number) =>
  objects(sql.fragment`
    select i.id, i.paid_on as "paidOn", i.invoice_id as "invoiceId", v.number, c.name as client,
           i.method, i.reference, i.currency, i.amount_cents as "amountCents"
      from (
        ${newest('payments', 'paid_on', paymentsFound(filters), after, limit)}) i
      join corkboard.invoices v on v.workspace_id = ${workspaceId} and v.id = i.invoice_id
      join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = i.client_id
     order by i.paid_on desc, i.id desc`);

/** The query of a RecordList of payments. */
export const paymentRecords = (filters: MoneyFilters, after: string | null): FragmentSqlToken => sql.fragment`
  select ${paymentRows(filters, after, rowsPlusOne)} as rows,
    ${objects(sql.fragment`
      select i.currency, count(*) as records, sum(i.amount_cents) as cents, 0 as "dueCents"
        from corkboard.payments i where ${paymentsFound(filters)} group by 1 order by 1`)} as sums,
    ${nameOf('clients', filters.client)} as client`;

/** The query of a batch of them, as `rows`. */
export const paymentBatch = (filters: MoneyFilters, after: string | null, limit: number): FragmentSqlToken =>
  sql.fragment`select ${paymentRows(filters, after, limit)} as rows`;
