import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { ProjectClient } from './client.ts';
import { array, json, object, workspaceId } from './fragments.ts';
import { InvoiceCounts, InvoiceTotals } from './project.ts';

// The figures of a project in all its representations: its client, its invoices and their sums.

const key = (project: string, name: 'id' | 'client_id') => sql.identifier([project, name]);

export function clientOf(project: string): FragmentSqlToken {
  return sql.fragment`(
    select ${json(ProjectClient, 'c')} from corkboard.clients c
    where c.workspace_id = ${workspaceId} and c.id = ${key(project, 'client_id')})`;
}

/** The kept sums of a project's invoices, of every status and currency, with the alias `s`. */
export const invoiceSumsOf = (project: string): FragmentSqlToken => sql.fragment`
  from corkboard.project_invoice_sums s
  where s.workspace_id = ${workspaceId} and s.project_id = ${key(project, 'id')} and s.kind = 'invoice'`;

/** Invoices (not estimates) by status. */
export function invoiceCountsOf(project: string): FragmentSqlToken {
  const counts = Object.keys(InvoiceCounts.shape).map(
    status => sql.fragment`
      coalesce(sum(s.invoices) filter (where s.status = ${sql.literalValue(status.toUpperCase())}), 0)::bigint
        as ${sql.identifier([status])}`,
  );
  return object(sql.fragment`${sql.join(counts, sql.fragment`, `)} ${invoiceSumsOf(project)}`);
}

/** Sums of invoices by currency, without estimates and VOID invoices. */
export function invoiceTotalsOf(project: string): FragmentSqlToken {
  return array(sql.fragment`
    select ${json(InvoiceTotals, 't')}
    from (
      select
        s.currency,
        sum(s.total_cents) as total_cents,
        coalesce(sum(s.total_cents) filter (where s.status = 'PAID'), 0) as paid_cents,
        coalesce(sum(s.total_cents) filter (where s.status = 'SENT'), 0) as outstanding_cents
      ${invoiceSumsOf(project)} and s.status <> 'VOID'
      group by s.currency
      having sum(s.invoices) > 0
      order by s.currency collate "C"
    ) t`);
}
