import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { paidCentsOf } from '../documents/invoiceDocument.ts';
import { type NetLine, netLines, type Priced } from '../money/totals.ts';
import { clientFields } from '../records/clientFields.ts';
import { type Contact, contactText } from '../records/contacts.ts';
import { fields, workspaceId } from '../records/fragments.ts';
import { loggedBy } from '../records/timekeeper.ts';
import { amountCell, type Cell, type CsvColumns, csvOf, decimalCell } from './csv.ts';
import { debtorAccountOf } from './debtorAccount.ts';
import { batchesOf, batchOf, type ReadRow } from './reads.ts';

/** A CSV file of the records of a kind. docs/exports.md describes its columns. */
export interface CsvFile {
  /** The file's name, without its ending. */
  name: string;
  chunks: (read: ReadRow) => AsyncGenerator<string>;
}

/** Defines the file of a table's records. `select` selects the rows from `scanned t` (batchOf); `lines`: the lines of a row. */
const recordFile = <Row, Line>(definition: {
  name: string;
  table: string;
  select: FragmentSqlToken;
  lines: (row: Row) => Line[];
  columns: CsvColumns<Line>;
}): CsvFile => ({
  name: definition.name,
  chunks: read => {
    const { table, select, lines, columns } = definition;
    const batches = async function* () {
      for await (const rows of batchesOf<Row>(read, after => batchOf(table, after, select)))
        yield rows.flatMap(lines);
    };
    return csvOf(columns, batches());
  },
});

/** The line of a row that has one. */
const oneLine = <Row>(row: Row): Row[] => [row];

/** Fields of the scanned row, in a select list. */
const own = (names: string) => fields('t', names);

/** The project `p` of rows and its client `c`, also if they are in the trash, and the workspace `w`. */
export const partiesOf = (projectId: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = ${projectId}
  join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id
  join corkboard.workspaces w on w.id = ${workspaceId}`;

/** A row, with the type of those fields that a column calculates with. */
type Row<Calculated = object> = Record<string, unknown> & Calculated;

const clientColumns: Record<string, string> = {
  'Client ID': 'id',
  ...Object.fromEntries(Object.entries(clientFields).map(([field, { heading }]) => [heading, field])),
  'Added through': 'createdVia',
  'Added at': 'createdAt',
  'Trashed at': 'trashedAt',
  'Erased at': 'erasedAt',
  'Archived at': 'archivedAt',
};

const clients = recordFile({
  name: 'clients',
  table: 'clients',
  select: sql.fragment`
    select ${own(Object.values(clientColumns).join(' '))}, ${debtorAccountOf(sql.fragment`t.id`)} as "debtorAccount"
      from scanned t`,
  lines: oneLine<Row<{ contacts: Contact[] | null }>>,
  columns: {
    ...clientColumns,
    Contacts: ({ contacts }) => contacts?.map(contactText).join('\n') ?? null,
    'DATEV account': 'debtorAccount',
  },
});

interface ProjectAmounts {
  currency: string;
  hourlyRateCents: number | null;
  priceCents: number | null;
}

const projects = recordFile({
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
  lines: oneLine<Row<ProjectAmounts>>,
  columns: {
    'Project ID': 'id',
    Name: 'name',
    'Client ID': 'clientId',
    Client: 'client',
    Stage: 'stage',
    Status: 'status',
    Currency: 'currency',
    'Hourly rate': row => amountCell(row.hourlyRateCents, row.currency),
    'Budget in minutes': 'budgetMinutes',
    'Scope version': 'scopeVersion',
    'Scope price': row => amountCell(row.priceCents, row.currency),
    'Revision rounds': 'revisionRounds',
    'Rounds used': 'roundsUsed',
    Timeline: 'timeline',
    'Scope approved at': 'scopeApprovedAt',
    'Contract signed at': 'contractSignedAt',
    Notes: 'notes',
    'Added through': 'createdVia',
    'Added at': 'createdAt',
    'Trashed at': 'trashedAt',
  },
});

const time = recordFile({
  name: 'time',
  table: 'time_entries',
  select: sql.fragment`
    select ${own('id date projectId minutes description billable createdVia createdAt')},
           c.id as "clientId", c.name as client, p.name as project, i.number as "billedOn", ${loggedBy('t')} as "loggedBy"
      from scanned t ${partiesOf(sql.fragment`t.project_id`)}
      left join corkboard.billed_time b on b.workspace_id = ${workspaceId} and b.time_entry_id = t.id
      left join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.id = b.invoice_id`,
  lines: oneLine<Row>,
  columns: {
    'Time entry ID': 'id',
    Date: 'date',
    'Client ID': 'clientId',
    Client: 'client',
    'Project ID': 'projectId',
    Project: 'project',
    Minutes: 'minutes',
    Description: 'description',
    Billable: 'billable',
    'Billed on invoice': 'billedOn',
    'Logged by': 'loggedBy',
    'Added through': 'createdVia',
    'Added at': 'createdAt',
  },
});

/** The input of an invoice's amounts, as a row has it. */
interface PricedRow {
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
const pricedOf = (row: PricedRow): Priced =>
  row.lineItems.length > 0
    ? { ...row, amountCents: undefined }
    : { ...row, amountCents: row.subtotalCents, lineItems: undefined };

interface InvoiceAmounts extends PricedRow {
  currency: string;
  lineUnits: (string | null)[] | null;
  /** Amounts in cents, as text: sums may be larger than JavaScript's exact numbers. */
  tax: string;
  amount: string;
  lateFee: string;
  total: string;
  paid: string;
  credited: string;
  notes: string | null;
}

/** A line of an invoice, counted from 0. */
type InvoiceLine = Row<InvoiceAmounts & { at: number; net: NetLine }>;

/** An amount of the whole invoice: it stands in its first line only, so that the sum of a column is right. */
const ofInvoice = ({ at, currency }: InvoiceLine, cents: string | number): Cell =>
  at === 0 ? amountCell(cents, currency) : null;

const invoices = recordFile({
  name: 'invoices',
  table: 'invoices',
  select: sql.fragment`
    select ${own('id number kind status projectId currency lineItems lineUnits subtotalCents discountCents taxRateBps taxInclusive')},
           ${own('dueDate supplyDate supplyUntil poNumber notes sentAt paidAt voidedAt createdVia createdAt')},
           t.sent_on as "sentOn", c.id as "clientId", c.name as client, p.name as project,
           t.tax_cents::text as tax, t.amount_cents::text as amount, t.late_fee_cents::text as "lateFee",
           t.total_cents::text as total,
           (${paidCentsOf('t')})::text as paid, t.credited_cents::text as credited
      from scanned t ${partiesOf(sql.fragment`t.project_id`)}`,
  lines: (row: Row<InvoiceAmounts>): InvoiceLine[] =>
    netLines(pricedOf(row)).map((net, at) => ({ ...row, at, net })),
  columns: {
    'Invoice ID': 'id',
    Number: 'number',
    Kind: 'kind',
    Status: 'status',
    'Client ID': 'clientId',
    Client: 'client',
    'Project ID': 'projectId',
    Project: 'project',
    'Sent on': 'sentOn',
    'Due on': 'dueDate',
    'Supplied on': 'supplyDate',
    'Supplied until': 'supplyUntil',
    'PO number': 'poNumber',
    Currency: 'currency',
    Line: ({ at }) => at + 1,
    Description: ({ lineItems, at }) => lineItems[at]?.description ?? null,
    Quantity: ({ lineItems, at }) => decimalCell(lineItems[at]?.quantityHundredths ?? null, 2),
    Unit: ({ lineUnits, at }) => lineUnits?.[at] ?? null,
    'Unit price': line => amountCell(line.lineItems[line.at]?.unitPriceCents ?? null, line.currency),
    'Tax rate': ({ net }) => decimalCell(net.taxRateBps, 2),
    'Line net': ({ currency, net }) => amountCell(net.netCents - net.discountCents, currency),
    'Line tax': ({ currency, net }) => amountCell(net.taxCents, currency),
    Discount: line => ofInvoice(line, line.discountCents),
    Tax: line => ofInvoice(line, line.tax),
    Amount: line => ofInvoice(line, line.amount),
    'Late fee': line => ofInvoice(line, line.lateFee),
    Total: line => ofInvoice(line, line.total),
    Paid: line => ofInvoice(line, line.paid),
    Credited: line => ofInvoice(line, line.credited),
    Notes: ({ notes, at }) => (at === 0 ? notes : null),
    'Sent at': 'sentAt',
    'Paid at': 'paidAt',
    'Voided at': 'voidedAt',
    'Added through': 'createdVia',
    'Added at': 'createdAt',
  },
});

const payments = recordFile({
  name: 'payments',
  table: 'payments',
  select: sql.fragment`
    select ${own('id kind paidOn invoiceId currency method reference note recordedBy recordedAt')},
           t.amount_cents::text as amount, i.number, c.id as "clientId", c.name as client
      from scanned t
      join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.id = t.invoice_id
      ${partiesOf(sql.fragment`i.project_id`)}`,
  lines: oneLine<Row<{ amount: string; currency: string }>>,
  columns: {
    'Payment ID': 'id',
    Kind: 'kind',
    'Paid on': 'paidOn',
    'Invoice ID': 'invoiceId',
    'Invoice number': 'number',
    'Client ID': 'clientId',
    Client: 'client',
    Amount: row => amountCell(row.amount, row.currency),
    Currency: 'currency',
    Method: 'method',
    Reference: 'reference',
    Note: 'note',
    'Recorded by': 'recordedBy',
    'Recorded at': 'recordedAt',
  },
});

/** The CSV files of records, in the order in which pages list them. */
export const csvFiles: readonly CsvFile[] = [clients, projects, time, invoices, payments];
