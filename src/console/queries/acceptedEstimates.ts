import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { conversions } from '../../documents/estimate.ts';
import { object, objects, workspaceId } from '../../records/fragments.ts';

/** An estimate that the client accepted. */
export interface AcceptedEstimate {
  id: string;
  number: string;
  currency: string;
  totalCents: number;
  /** The invoice that it was turned into, if that isn't void. */
  convertedTo: { id: string; number: string } | null;
}

/** How many of the newest invoices and estimates of a project are looked at. */
const maxSearched = 200;

/** The SQL of the newest invoices and estimates of a project. */
export const newestOfProject = (projectId: FragmentSqlToken): FragmentSqlToken => sql.fragment`(
  select n.* from corkboard.invoices n
   where n.workspace_id = ${workspaceId} and n.project_id = ${projectId}
   order by n.created_at desc, n.id desc limit ${maxSearched}::bigint)`;

/**
 * The SQL of the accepted estimates of a project, without the one that an invoice was made from. Its conditions are scalar
 * subqueries, because Citus can't plan a join with the newest rows.
 */
export const acceptedEstimates = (projectId: FragmentSqlToken, invoiceId = sql.fragment`null::uuid`) =>
  objects(sql.fragment`
    select e.id, e.number, e.currency, e.total_cents as "totalCents",
           ${object(sql.fragment`
             n.id, n.number from ${conversions}
              where c.workspace_id = ${workspaceId} and c.estimate_id = e.id`)} as "convertedTo"
      from ${newestOfProject(projectId)} e
     where e.kind = 'estimate' and e.status = 'SENT' and (
       select a.answer = 'accepted' from corkboard.estimate_answers a
        where a.workspace_id = ${workspaceId} and a.estimate_id = e.id) and (
       select count(*) = 0 from corkboard.converted_estimates c
        where c.workspace_id = ${workspaceId} and c.estimate_id = e.id and c.invoice_id = ${invoiceId})
     order by e.created_at desc, e.id desc`);
