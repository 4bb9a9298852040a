import { fragment } from '../database/fragment.ts';
import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { type NetLine, netLines, type Priced } from '../money/totals.ts';
import { column } from '../records/columns.ts';
import { workspaceId } from '../records/fragments.ts';
import { loggedBy } from '../records/timekeeper.ts';
import { amountCell, type Cell, decimalCell } from './csv.ts';
import { batchesOf, batchOf, type Read } from './reads.ts';

/** A CSV file of the records of a kind. docs/exports.md describes its columns. */
export interface CsvFile {
  /** The file's name, without its ending. */
  name: string;
  columns: readonly string[];
  batches: (read: Read) => AsyncIterable<Cell[][]>;
}

/** The headings of a file's columns, in their order, each with its value in a line. */
export type Columns<Line> = Record<string, (line: Line) => Cell>;

/** The values of a line. */
export const cellsOf = <Line>(columns: Columns<Line>, line: Line): Cell[] =>
  Object.values(columns).map(cell => cell(line));

/** Defines the file of a table's records. `select` selects the rows from `scanned t` (batchOf); `lines`: the lines of a row. */
const csvOf = <Row, Line>(definition: {
  name: string;
  table: string;
  select: FragmentSqlToken;
  lines: (row: Row) => Line[];
  columns: Columns<Line>;
}): CsvFile => ({
  name: definition.name,
  columns: Object.keys(definition.columns),
  batches: async function* (read) {
    const { table, select, lines, columns } = definition;
    for await (const rows of batchesOf<Row>(read, after => batchOf(table, after, select)))
      yield rows.flatMap(lines).map(line => cellsOf(columns, line));
  },
});

/** The line of a row that has one. */
const oneLine = <Row>(row: Row): Row[] => [row];

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

const clientFields = {
  'Client ID': 'id',
  Name: 'name',
  Company: 'company',
  Contact: 'contactName',
  Email: 'email',
  'Billing email': 'billingEmail',
  'Legal name': 'legalName',
  Street: 'addressLines',
  'Postal code': 'postalCode',
  City: 'city',
  Region: 'region',
  Country: 'country',
  'Address as text': 'address',
  'VAT number': 'vatNumber',
  'Buyer reference': 'buyerReference',
  Language: 'language',
  'Payment term in days': 'paymentTermDays',
  'Reason for no tax': 'zeroTaxReason',
  'E-invoice country': 'eInvoiceCountry',
  'E-invoice network ID': 'eInvoiceNetworkId',
  'E-invoice format': 'eInvoiceFormat',
  Notes: 'notes',
  'Added through': 'createdVia',
  'Added at': 'createdAt',
  'Trashed at': 'trashedAt',
  'Erased at': 'erasedAt',
};

type ClientRow = Record<string, string | number | null>;

const clients = csvOf({
  name: 'clients',
  table: 'clients',
  select: sql.fragment`select ${own(Object.values(clientFields).join(' '))} from scanned t`,
  lines: oneLine<ClientRow>,
  columns: Object.fromEntries(
    Object.entries(clientFields).map(([heading, field]) => [heading, (row: ClientRow) => row[field]!]),
  ),
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

const projects = csvOf({
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
  lines: oneLine<ProjectRow>,
  columns: {
    'Project ID': row => row.id,
    Name: row => row.name,
    'Client ID': row => row.clientId,
    Client: row => row.client,
    Stage: row => row.stage,
    Status: row => row.status,
    Currency: row => row.currency,
    'Hourly rate': row => amountCell(row.hourlyRateCents, row.currency),
    'Budget in minutes': row => row.budgetMinutes,
    'Scope version': row => row.scopeVersion,
    'Scope price': row => amountCell(row.priceCents, row.currency),
    'Revision rounds': row => row.revisionRounds,
    'Rounds used': row => row.roundsUsed,
    Timeline: row => row.timeline,
    'Scope approved at': row => row.scopeApprovedAt,
    'Contract signed at': row => row.contractSignedAt,
    Notes: row => row.notes,
    'Added through': row => row.createdVia,
    'Added at': row => row.createdAt,
    'Trashed at': row => row.trashedAt,
  },
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
  loggedBy: string | null;
  createdVia: string;
  createdAt: string;
}

const time = csvOf({
  name: 'time',
  table: 'time_entries',
  select: sql.fragment`
    select ${own('id date projectId minutes description billable createdVia createdAt')},
           c.id as "clientId", c.name as client, p.name as project, i.number as "billedOn", ${loggedBy('t')} as "loggedBy"
      from scanned t ${ofProject}
      left join corkboard.billed_time b on b.workspace_id = ${workspaceId} and b.time_entry_id = t.id
      left join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.id = b.invoice_id`,
  lines: oneLine<TimeRow>,
  columns: {
    'Time entry ID': row => row.id,
    Date: row => row.date,
    'Client ID': row => row.clientId,
    Client: row => row.client,
    'Project ID': row => row.projectId,
    Project: row => row.project,
    Minutes: row => row.minutes,
    Description: row => row.description,
    Billable: row => row.billable,
    'Billed on invoice': row => row.billedOn,
    'Logged by': row => row.loggedBy,
    'Added through': row => row.createdVia,
    'Added at': row => row.createdAt,
  },
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

/** A line of an invoice, counted from 0. */
interface InvoiceLine {
  row: InvoiceRow;
  at: number;
  net: NetLine;
}

/** An amount of the whole invoice: it stands in its first line only, so that the sum of a column is right. */
const ofInvoice = ({ row, at }: InvoiceLine, cents: string | number): Cell =>
  at === 0 ? amountCell(cents, row.currency) : null;

const invoices = csvOf({
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
  lines: (row: InvoiceRow): InvoiceLine[] => netLines(pricedOf(row)).map((net, at) => ({ row, at, net })),
  columns: {
    'Invoice ID': ({ row }) => row.id,
    Number: ({ row }) => row.number,
    Kind: ({ row }) => row.kind,
    Status: ({ row }) => row.status,
    'Client ID': ({ row }) => row.clientId,
    Client: ({ row }) => row.client,
    'Project ID': ({ row }) => row.projectId,
    Project: ({ row }) => row.project,
    'Sent on': ({ row }) => row.sentOn,
    'Due on': ({ row }) => row.dueDate,
    'Supplied on': ({ row }) => row.supplyDate,
    'Supplied until': ({ row }) => row.supplyUntil,
    'PO number': ({ row }) => row.poNumber,
    Currency: ({ row }) => row.currency,
    Line: ({ at }) => at + 1,
    Description: ({ row, at }) => row.lineItems[at]?.description ?? null,
    Quantity: ({ row, at }) => decimalCell(row.lineItems[at]?.quantityHundredths ?? null, 2),
    Unit: ({ row, at }) => row.lineUnits?.[at] ?? null,
    'Unit price': ({ row, at }) => amountCell(row.lineItems[at]?.unitPriceCents ?? null, row.currency),
    'Tax rate': ({ net }) => decimalCell(net.taxRateBps, 2),
    'Line net': ({ row, net }) => amountCell(net.netCents - net.discountCents, row.currency),
    'Line tax': ({ row, net }) => amountCell(net.taxCents, row.currency),
    Discount: line => ofInvoice(line, line.row.discountCents),
    Tax: line => ofInvoice(line, line.row.tax),
    Amount: line => ofInvoice(line, line.row.amount),
    'Late fee': line => ofInvoice(line, line.row.lateFee),
    Total: line => ofInvoice(line, line.row.total),
    Paid: line => ofInvoice(line, line.row.paid),
    Notes: ({ row, at }) => (at === 0 ? row.notes : null),
    'Sent at': ({ row }) => row.sentAt,
    'Paid at': ({ row }) => row.paidAt,
    'Voided at': ({ row }) => row.voidedAt,
    'Added through': ({ row }) => row.createdVia,
    'Added at': ({ row }) => row.createdAt,
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

const payments = csvOf({
  name: 'payments',
  table: 'payments',
  select: sql.fragment`
    select ${own('id paidOn invoiceId currency method reference note recordedBy recordedAt')},
           t.amount_cents::text as amount, i.number, c.id as "clientId", c.name as client
      from scanned t
      join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.id = t.invoice_id
      join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = i.project_id
      join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id`,
  lines: oneLine<PaymentRow>,
  columns: {
    'Payment ID': row => row.id,
    'Paid on': row => row.paidOn,
    'Invoice ID': row => row.invoiceId,
    'Invoice number': row => row.number,
    'Client ID': row => row.clientId,
    Client: row => row.client,
    Amount: row => amountCell(row.amount, row.currency),
    Currency: row => row.currency,
    Method: row => row.method,
    Reference: row => row.reference,
    Note: row => row.note,
    'Recorded by': row => row.recordedBy,
    'Recorded at': row => row.recordedAt,
  },
});

/** The CSV files of records, in the order in which pages list them. */
export const csvFiles: readonly CsvFile[] = [clients, projects, time, invoices, payments];
