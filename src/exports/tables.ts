import { fragment } from '../database/fragment.ts';
import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { objects, workspaceId } from '../records/fragments.ts';
import { batchOf } from './reads.ts';

/** The columns and rows that an export leaves out of a table. */
interface Omission {
  /** Columns that are secrets, or follow from others. */
  columns?: readonly string[];
}

const token: Omission = { columns: ['share_token'] };
const file: Omission = { columns: ['bytes'] };

/**
 * The tables whose records an export of the workspace has, each as a file of its own. Tables and columns that aren't named here
 * or in `leftOutTables` fail a test (test/exports/tables.test.ts).
 */
export const exportedTables: Record<string, Omission> = {
  workspaces: {},
  members: {},
  api_keys: { columns: ['key_hash'] },
  webhook_endpoints: { columns: ['url', 'secret', 'previous_secret'] },
  mail_texts: {},
  workspace_logos: file,
  clients: { columns: ['search_text', 'search_text_short'] },
  projects: { columns: ['contract_token'] },
  project_deliverables: {},
  intakes: { columns: ['token'] },
  scopes: token,
  scope_versions: {},
  scope_change_requests: {},
  agreements: {},
  change_orders: {},
  change_order_proposals: token,
  revisions: {},
  notes: {},
  timekeepers: {},
  time_entries: {},
  billed_time: {},
  agreed_items: {},
  billed_items: {},
  invoices: token,
  estimate_answers: {},
  converted_estimates: {},
  declarations: {},
  late_fee_changes: {},
  payments: {},
  removed_payments: {},
  credit_notes: {},
  exported_periods: {},
  issued_documents: file,
  document_mails: {},
  inquiry_forms: { columns: ['token'] },
  inquiries: {},
  number_series: {},
  datev_settings: {},
  datev_debtors: {},
  audit_log: {},
};

/** The tables that an export leaves out. */
export const leftOutTables: readonly string[] = [
  // Secrets, and who is signed in.
  'sessions sign_in_links email_changes invitations ownership_offers client_portals unsubscribe_links',
  // What is on its way, or kept for a while only.
  'idempotency_keys rate_windows monthly_writes notifications document_previews overdue_checks client_imports client_import_rows timers',
  'webhook_deliveries webhook_attempts webhook_attempt_counts webhook_claims webhook_tests webhook_throttles webhook_throttled_deliveries',
  // Counts and look-ups that follow from other tables.
  'client_counts project_counts invoice_counts project_invoice_sums project_weeks timekeeper_weeks tax_entries search_entries search_lines',
  // Files that exports made.
  'exports export_parts',
].flatMap(names => names.split(' '));

export const tableNames = Object.keys(exportedTables);

/** A column of a table. */
interface Column {
  name: string;
  type: string;
}
/** The exported columns of each exported table. */
type ColumnsByTable = Record<string, Column[]>;

/** The query of the columns of all exported tables, in the order of the tables' definitions. */
export const columnsQuery = sql.fragment`
  select ${objects(sql.fragment`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'corkboard'::regnamespace and c.relkind in ('r', 'p')
       and c.relname = any (${sql.array([...tableNames], 'text')})
     order by c.relname, a.attnum`)} as rows`;

/** The exported columns by table, from the rows of `columnsQuery`. */
export const columnsOf = (rows: readonly (Column & { table: string })[]): ColumnsByTable =>
  Object.fromEntries(
    tableNames.map(table => {
      const { columns: omitted = [] } = exportedTables[table]!;
      return [table, rows.filter(row => row.table === table && !omitted.includes(row.name))];
    }),
  );

const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** A column as a field: named as the API names fields, with times as the API writes them. */
function fieldOf({ name, type }: Column): string {
  const column = `t."${name}"`;
  const value = type.startsWith('timestamp')
    ? `corkboard.iso(${column})`
    : type === 'bytea'
      ? `encode(${column}, 'hex')`
      : column;
  return `${value} as "${camelCase(name)}"`;
}

/** The query of a Batch of a table's records, each as the text of a JSON object. */
export function recordsQuery(table: string, columns: ColumnsByTable, after: string): FragmentSqlToken {
  const fields = fragment(columns[table]!.map(fieldOf).join(', '), []);
  const record = sql.fragment`(select row_to_json(x)::text from (select ${fields}) x)`;
  if (table !== 'workspaces')
    return batchOf(table, after, sql.fragment`select ${record} as record from scanned t`);
  return sql.fragment`
    select ${objects(sql.fragment`
      select ${record} as record from corkboard.workspaces t where t.id = ${workspaceId}`)} as rows,
      null::uuid as next`;
}

/** The query of how many records a table has. */
export const countQuery = (table: string): FragmentSqlToken =>
  sql.fragment`
    select count(*)::integer as count from corkboard.${sql.identifier([table])} t
     where t.${sql.identifier([table === 'workspaces' ? 'id' : 'workspace_id'])} = ${workspaceId}`;
