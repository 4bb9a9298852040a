import { type FragmentSqlToken, sql } from 'slonik';
import { fragment } from '../database/fragment.ts';
import { netLines, type Priced } from '../money/totals.ts';
import { column } from '../records/columns.ts';
import { workspaceId } from '../records/fragments.ts';
import { amountCell, type Cell, decimalCell } from './csv.ts';
import { batchesOf, batchOf, type Read } from './reads.ts';

/** A CSV file of the records of a kind. docs/exports.md describes its columns. */
export interface CsvFile {
  /** The file's name, without its ending. */
  name: string;
  columns: readonly string[];
  batches: (read: Read) => AsyncIterable<Cell[][]>;
}

/** Defines the file of a table's records. `select` selects the rows from `scanned t` (batchOf). */
const csvOf = <Row>(definition: {
  name: string;
  table: string;
  select: FragmentSqlToken;
  columns: readonly string[];
  cells: (row: Row) => Cell[][];
}): CsvFile => ({
  name: definition.name,
  columns: definition.columns,
  batches: async function* (read) {
    const { table, select, cells } = definition;
    for await (const rows of batchesOf<Row>(read, after => batchOf(table, after, select)))
      yield rows.flatMap(cells);
  },
});

/** The select list of fields of `t`. */
const own = (fields: string) =>
  fragment(
    fields
      .split(' ')
      .map(field => column('t', field))
      .join(', '),
    [],
  );

/** The project `p` and client `c` of rows `t`, also if they are in the trash, and the workspace `w`. */
const ofProject = sql.fragment`
  join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = t.project_id
  join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id
  join corkboard.workspaces w on w.id = ${workspaceId}`;

/** The day of a time in the workspace's time zone. */
export const dayOfTime = (time: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`(${time} at time zone corkboard.valid_time_zone(w.time_zone))::date`;

type Texts<Names extends string> = Record<Names, string | null>;

const clientFields =
  'id name company contactName email billingEmail legalName addressLines postalCode city region country address vatNumber buyerReference language paymentTermDays zeroTaxReason eInvoiceCountry eInvoiceNetworkId eInvoiceFormat notes createdVia createdAt trashedAt erasedAt';

const clients = csvOf<Record<string, string | number | null>>({
  name: 'clients',
  table: 'clients',
  select: sql.fragment`select ${own(clientFields)} from scanned t`,
  columns: [
    ...[
      'Client ID',
      'Name',
      'Company',
      'Contact',
      'Email',
      'Billing email',
      'Legal name',
      'Street',
      'Postal code',
    ],
    ...['City', 'Region', 'Country', 'Address as text', 'VAT number', 'Buyer reference', 'Language'],
    ...[
      'Payment term in days',
      'Reason for no tax',
      'E-invoice country',
      'E-invoice network ID',
      'E-invoice format',
    ],
    ...['Notes', 'Added through', 'Added at', 'Trashed at', 'Erased at'],
  ],
  cells: row => [clientFields.split(' ').map(field => row[field]!)],
});

interface ProjectRow
  extends Texts<'timeline' | 'scopeApprovedAt' | 'contractSignedAt' | 'notes' | 'trashedAt'> {
  id: string;
  name: string;
  clientId: string;
  client: string;
  stage: string;
  status: string;
  currency: string;
  hourlyRateCents: number | null;
  budgetMinutes: number | null;
  scopeVersion: number | null;
  priceCents: number | null;
  revisionRounds: number | null;
  roundsUsed: number | null;
  createdVia: string;
  createdAt: string;
}

const projects = csvOf<ProjectRow>({
  name: 'projects',
  table: 'projects',
  select: sql.fragment`
    select ${own('id name clientId stage status hourlyRateCents budgetMinutes notes createdVia createdAt trashedAt')},
           c.name as client, coalesce(s.currency, w.default_currency) as currency, s.version as "scopeVersion",
           s.price_cents as "priceCents", s.revision_rounds as "revisionRounds", s.rounds_used as "roundsUsed", s.timeline,
           corkboard.iso(s.approved_at) as "scopeApprovedAt", corkboard.iso(a.signed_at) as "contractSignedAt"
      from scanned t
      join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = t.client_id
      join corkboard.workspaces w on w.id = ${workspaceId}
      left join corkboard.scopes s on s.workspace_id = ${workspaceId} and s.project_id = t.id
      left join corkboard.agreements a on a.workspace_id = ${workspaceId} and a.project_id = t.id`,
  columns: [
    ...[
      'Project ID',
      'Name',
      'Client ID',
      'Client',
      'Stage',
      'Status',
      'Currency',
      'Hourly rate',
      'Budget in minutes',
    ],
    ...['Scope version', 'Scope price', 'Revision rounds', 'Rounds used', 'Timeline', 'Scope approved at'],
    ...['Contract signed at', 'Notes', 'Added through', 'Added at', 'Trashed at'],
  ],
  cells: row => [
    [
      ...[row.id, row.name, row.clientId, row.client, row.stage, row.status, row.currency],
      ...[amountCell(row.hourlyRateCents, row.currency), row.budgetMinutes, row.scopeVersion],
      ...[amountCell(row.priceCents, row.currency), row.revisionRounds, row.roundsUsed, row.timeline],
      ...[row.scopeApprovedAt, row.contractSignedAt, row.notes, row.createdVia, row.createdAt, row.trashedAt],
    ],
  ],
});

interface TimeRow {
  id: string;
  date: string;
  clientId: string;
  client: string;
  projectId: string;
  project: string;
  minutes: number;
  description: string | null;
  billable: boolean;
  billedOn: string | null;
  createdVia: string;
  createdAt: string;
}

const time = csvOf<TimeRow>({
  name: 'time',
  table: 'time_entries',
  select: sql.fragment`
    select ${own('id date projectId minutes description billable createdVia createdAt')},
           c.id as "clientId", c.name as client, p.name as project, i.number as "billedOn"
      from scanned t ${ofProject}
      left join corkboard.billed_time b on b.workspace_id = ${workspaceId} and b.time_entry_id = t.id
      left join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.id = b.invoice_id`,
  columns: [
    ...['Time entry ID', 'Date', 'Client ID', 'Client', 'Project ID', 'Project', 'Minutes', 'Description'],
    ...['Billable', 'Billed on invoice', 'Added through', 'Added at'],
  ],
  cells: row => [
    [
      ...[row.id, row.date, row.clientId, row.client, row.projectId, row.project, row.minutes],
      ...[row.description, row.billable, row.billedOn, row.createdVia, row.createdAt],
    ],
  ],
});

/** What the amounts of an invoice follow from, as a row has it. */
export interface PricedRow {
  lineItems: {
    description: string;
    quantityHundredths: number;
    unitPriceCents: number;
    taxRateBps: number | null;
  }[];
  subtotalCents: number;
  discountCents: number;
  taxRateBps: number;
  taxInclusive: boolean;
}

/** Its lines or flat amount, for the functions that calculate amounts (src/money/totals.ts). */
export const pricedOf = (row: PricedRow): Priced =>
  row.lineItems.length > 0
    ? { ...row, amountCents: undefined }
    : { ...row, amountCents: row.subtotalCents, lineItems: undefined };

interface InvoiceRow
  extends PricedRow,
    Texts<'sentOn' | 'dueDate' | 'supplyDate' | 'supplyUntil' | 'poNumber' | 'notes'>,
    Texts<'sentAt' | 'paidAt' | 'voidedAt'> {
  id: string;
  number: string;
  kind: string;
  status: string;
  clientId: string;
  client: string;
  projectId: string;
  project: string;
  currency: string;
  lineUnits: (string | null)[] | null;
  /** Amounts in cents, as text: sums may be larger than JavaScript's exact numbers. */
  tax: string;
  amount: string;
  lateFee: string;
  total: string;
  paid: string;
  createdVia: string;
  createdAt: string;
}

const invoices = csvOf<InvoiceRow>({
  name: 'invoices',
  table: 'invoices',
  select: sql.fragment`
    select ${own('id number kind status projectId currency lineItems lineUnits subtotalCents discountCents taxRateBps taxInclusive')},
           ${own('dueDate supplyDate supplyUntil poNumber notes sentAt paidAt voidedAt createdVia createdAt')},
           ${dayOfTime(sql.fragment`t.sent_at`)} as "sentOn", c.id as "clientId", c.name as client, p.name as project,
           t.tax_cents::text as tax, t.amount_cents::text as amount, t.late_fee_cents::text as "lateFee",
           t.total_cents::text as total,
           (case t.status when 'PAID' then t.total_cents else t.part_paid_cents end)::text as paid
      from scanned t ${ofProject}`,
  columns: [
    ...[
      'Invoice ID',
      'Number',
      'Kind',
      'Status',
      'Client ID',
      'Client',
      'Project ID',
      'Project',
      'Sent on',
      'Due on',
    ],
    ...['Supplied on', 'Supplied until', 'PO number', 'Currency', 'Line', 'Description', 'Quantity', 'Unit'],
    ...[
      'Unit price',
      'Tax rate',
      'Line net',
      'Line tax',
      'Discount',
      'Tax',
      'Amount',
      'Late fee',
      'Total',
      'Paid',
    ],
    ...['Notes', 'Sent at', 'Paid at', 'Voided at', 'Added through', 'Added at'],
  ],
  cells: row => {
    const { currency } = row;
    const money = (cents: string | number | bigint | null) => amountCell(cents, currency);
    return netLines(pricedOf(row)).map((line, at) => {
      const item = row.lineItems[at];
      // The amounts of the whole invoice stand in its first line only, so that the sum of a column is right.
      const ofInvoice = at === 0;
      const once = <Value>(value: Value) => (ofInvoice ? value : null);
      return [
        ...[row.id, row.number, row.kind, row.status, row.clientId, row.client, row.projectId, row.project],
        ...[row.sentOn, row.dueDate, row.supplyDate, row.supplyUntil, row.poNumber, currency, at + 1],
        ...[item?.description ?? null, decimalCell(item?.quantityHundredths ?? null, 2)],
        ...[
          row.lineUnits?.[at] ?? null,
          money(item?.unitPriceCents ?? null),
          decimalCell(line.taxRateBps, 2),
        ],
        ...[money(line.netCents - line.discountCents), money(line.taxCents)],
        ...[row.discountCents, row.tax, row.amount, row.lateFee, row.total, row.paid].map(cents =>
          once(money(cents)),
        ),
        ...[once(row.notes), row.sentAt, row.paidAt, row.voidedAt, row.createdVia, row.createdAt],
      ];
    });
  },
});

interface PaymentRow extends Texts<'method' | 'reference' | 'note' | 'recordedBy'> {
  id: string;
  paidOn: string;
  invoiceId: string;
  number: string;
  clientId: string;
  client: string;
  amount: string;
  currency: string;
  recordedAt: string;
}

const payments = csvOf<PaymentRow>({
  name: 'payments',
  table: 'payments',
  select: sql.fragment`
    select ${own('id paidOn invoiceId currency method reference note recordedBy recordedAt')},
           t.amount_cents::text as amount, i.number, c.id as "clientId", c.name as client
      from scanned t
      join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.id = t.invoice_id
      join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = i.project_id
      join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id`,
  columns: [
    ...['Payment ID', 'Paid on', 'Invoice ID', 'Invoice number', 'Client ID', 'Client', 'Amount', 'Currency'],
    ...['Method', 'Reference', 'Note', 'Recorded by', 'Recorded at'],
  ],
  cells: row => [
    [
      ...[row.id, row.paidOn, row.invoiceId, row.number, row.clientId, row.client],
      ...[amountCell(row.amount, row.currency), row.currency, row.method, row.reference, row.note],
      ...[row.recordedBy, row.recordedAt],
    ],
  ],
});

/** The CSV files of records, in the order in which pages list them. */
export const csvFiles: readonly CsvFile[] = [clients, projects, time, invoices, payments];
