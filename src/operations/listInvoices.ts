import { z } from 'zod';
import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { json, today, workspaceId } from '../records/fragments.ts';
import { Invoice } from '../records/invoice.ts';
import { all, type ListVariant, pageOf, paging } from '../records/list.ts';
import { listOf } from '../records/page.ts';
import { invoiceKind, invoiceStatus } from '../vocabulary/fields.ts';
import { asUuid, filterId } from '../vocabulary/id.ts';
import { read } from './define.ts';

const invoiceRecord = json(Invoice, 'row');

export const listInvoicesInput = z.strictObject({
  ...paging,
  status: z
    .enum(invoiceStatus.options, {
      error: ({ input }) =>
        /^(over|past)[_ -]?due$/i.test(`${input}`) ? 'has no value for that: set overdue to true' : undefined,
    })
    .optional(),
  kind: invoiceKind.optional().describe('Defaults to both.'),
  project_id: filterId.describe(
    'Only of this project: an id from listProjects. An unknown id gives an empty list.',
  ),
  overdue: z
    .boolean()
    .default(false)
    .describe("true: only SENT invoices due before today in the workspace's time zone. false: all."),
});

export const listInvoices = read({
  name: 'listInvoices',
  title: 'List invoices',
  description:
    'Lists invoices and estimates, newest first, a page at a time. totalCents is what the client owes.',
  path: '/invoices',
  scope: 'read',
  input: listInvoicesInput,
  output: listOf(Invoice),
  sqlCall: asked => invoicePage(asked),
  namedBy: ({ project_id }) =>
    project_id === undefined
      ? undefined
      : sql.fragment`
        select p.id from corkboard.projects p
        where p.workspace_id = ${workspaceId} and p.id = ${asUuid(project_id)} and p.trashed_at is null`,
});

/** The query of a page of invoices and estimates, newest first. */
export function invoicePage(
  { status, kind, project_id, overdue, ...paging }: z.output<typeof listInvoicesInput>,
  { matches, orderBy = sql.fragment`created_at desc, id desc`, record = invoiceRecord }: ListVariant = {},
): FragmentSqlToken {
  // invoice_counts and project_invoice_sums have the same columns, so one condition selects rows and counts.
  const chosen = [sql.fragment`workspace_id = ${workspaceId}`];
  if (status !== undefined) chosen.push(sql.fragment`status = ${status}`);
  if (kind !== undefined) chosen.push(sql.fragment`kind = ${kind}`);
  if (project_id !== undefined) chosen.push(sql.fragment`project_id = ${asUuid(project_id)}`);
  const late = sql.fragment`kind = 'invoice' and status = 'SENT' and due_date < ${today}`;
  const where = overdue ? [...chosen, late] : chosen;
  const kept = project_id === undefined ? 'invoice_counts' : 'project_invoice_sums';
  const total = overdue
    ? undefined
    : sql.fragment`
        select coalesce(sum(invoices), 0)::bigint from corkboard.${sql.identifier([kept])} where ${all(chosen)}`;
  return pageOf(paging, 'invoices', where, { matches, orderBy, record }, total);
}
