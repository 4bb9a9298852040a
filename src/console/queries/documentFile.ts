import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import {
  changeOrderDocumentOf,
  contractDocumentOf,
  scopeDocumentOf,
} from '../../documents/agreementDocument.ts';
import { invoiceDocumentOf } from '../../documents/invoiceDocument.ts';
import { workspaceId } from '../../records/fragments.ts';

// Queries of one row, a DocumentWithFiles (../requests/sendDocument.ts). No row: the document is still empty.

/** The SHA-256 of what the row `d` says. */
export const fingerprint = sql.fragment`encode(sha256(convert_to(row_to_json(d)::text, 'UTF8')), 'hex')`;

/** The files of the invoice or estimate with this id. */
export const invoiceFile = (id: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  select d.invoice ->> 'kind' as kind, d.invoice ->> 'id' as "recordId", d.invoice ->> 'number' as name,
         case when d.invoice ->> 'sentAt' is null then ${fingerprint} end as fingerprint
    from (
      ${invoiceDocumentOf(sql.fragment`corkboard.invoices`)}
      where i.workspace_id = ${workspaceId} and i.id = ${id}) d`;

/** A project that is not in the trash, as `p`. */
const project = (id: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  (select p.id, p.name from corkboard.projects p
    where p.workspace_id = ${workspaceId} and p.id = ${id} and p.trashed_at is null) p`;

/** The files of the scope of the project with this id. */
export const scopeFile = (id: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  select 'scope' as kind, p.id as "recordId", 'Scope of ' || p.name as name,
         case when d."approvedAt" is null then ${fingerprint} end as fingerprint
    from ${project(id)}
    cross join (${scopeDocumentOf(workspaceId, id)}) d
   where d.version > 0`;

/** The files of the contract of the project with this id. */
export const contractFile = (id: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  select 'contract' as kind, p.id as "recordId", 'Contract for ' || p.name as name,
         case when d."signedAt" is null then ${fingerprint} end as fingerprint
    from ${project(id)}
    cross join (${contractDocumentOf(workspaceId, id)}) d
   where d."signedAt" is not null or coalesce((d.document ->> 'scopeVersion')::integer, 0) > 0`;

/** The files of the change order with this proposal; none if it isn't of this project. */
export const changeOrderFile = (
  id: FragmentSqlToken,
  projectId = sql.fragment`o.project_id`,
): FragmentSqlToken => sql.fragment`
  select 'change_order' as kind, o.id as "recordId", 'Change order ' || o.title as name,
         case when d."approvedAt" is null then ${fingerprint} end as fingerprint
    from (
      select o.id, o.title, o.project_id from corkboard.change_order_proposals o
       where o.workspace_id = ${workspaceId} and o.id = ${id} and o.project_id = ${projectId}) o
    cross join lateral ${project(sql.fragment`o.project_id`)}
    cross join (${changeOrderDocumentOf(workspaceId, id)}) d`;

/** Whether a document has an electronic invoice. */
export const hasXml = (
  kind: FragmentSqlToken,
  id: FragmentSqlToken,
): FragmentSqlToken => sql.fragment`exists (
  select 1 from corkboard.issued_documents f
   where f.workspace_id = ${workspaceId} and f.kind = ${kind} and f.record_id = ${id} and f.format = 'xml')`;

/** Whether the invoice `i` of a query has one. */
export const hasEInvoice = sql.fragment`i.status <> 'VOID' and ${hasXml(sql.fragment`i.kind`, sql.fragment`i.id`)}`;

/** Why the invoice `i` of a query has no electronic invoice although nothing was missing; null: nothing failed. */
export const eInvoiceProblem = sql.fragment`(
  select f.failure from corkboard.issued_documents f
   where f.workspace_id = ${workspaceId} and f.kind = i.kind and f.record_id = i.id and f.format = 'pdf'
     and f.made_at is not null
   order by f.version desc limit 1)`;
