import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { fields } from '../records/fragments.ts';
import { partySnapshotColumns, partySnapshotOf } from './partySnapshot.ts';

/** A query of one row, a ScopeDocument, for the scope of a project. */
export const scopeDocumentOf = (
  workspace: FragmentSqlToken,
  project: FragmentSqlToken,
): FragmentSqlToken => sql.fragment`
  select ${fields('s', 'version deliverables revisionRounds timeline priceCents approvedAt approvedBy')},
         coalesce(s.currency, w.default_currency) as currency, null as "hourlyRateCents",
         corkboard.payment_parts(s.payment_plan, s.price_cents, s.currency) as "paymentParts",
         corkboard.name_for_clients(${workspace}, s.approval_recorded_by) as "recordedBy",
         ${partySnapshotColumns}
    from corkboard.workspaces w
    join corkboard.scopes s on s.workspace_id = ${workspace} and s.project_id = ${project}
    cross join ${partySnapshotOf(sql.fragment`s.party_snapshot`, sql.fragment`s.workspace_id, s.project_id`)}
   where w.id = ${workspace}`;

/** A query of one row, a ContractShown and whether its scope is approved, for the contract of a project. */
export const contractDocumentOf = (
  workspace: FragmentSqlToken,
  project: FragmentSqlToken,
): FragmentSqlToken => sql.fragment`
  select d.document,
         encode(coalesce(a.document_sha256, sha256(convert_to(d.document::text, 'UTF8'))), 'hex') as sha256,
         ${fields('a', 'signedAt signedBy')}, ${fields('w', 'locale timeZone')},
         corkboard.name_for_clients(${workspace}, a.recorded_by) as "recordedBy", s.approved_at is not null as "isApproved"
    from corkboard.workspaces w
    left join corkboard.scopes s on s.workspace_id = ${workspace} and s.project_id = ${project}
    left join corkboard.agreements a on a.workspace_id = ${workspace} and a.project_id = ${project}
    cross join lateral (
      select coalesce(a.document, corkboard.contract_document(${workspace}, ${project})) as document) d
   where w.id = ${workspace}`;

/** A query of one row, a ChangeOrderShown, for the change order with this proposal. */
export const changeOrderDocumentOf = (
  workspace: FragmentSqlToken,
  proposal: FragmentSqlToken,
): FragmentSqlToken => sql.fragment`
  select d.document, encode(coalesce(c.document_sha256, sha256(convert_to(d.document::text, 'UTF8'))), 'hex') as sha256,
         ${fields('o', 'sentAt declinedAt declinedBy declineReason withdrawnAt')}, ${fields('c', 'approvedAt approvedBy')},
         corkboard.name_for_clients(${workspace}, c.recorded_by) as "recordedBy", ${fields('w', 'locale timeZone')}
    from corkboard.workspaces w
    join corkboard.change_order_proposals o on o.workspace_id = ${workspace} and o.id = ${proposal}
    left join corkboard.change_orders c on c.workspace_id = ${workspace} and c.id = o.change_order_id
    cross join lateral (
      select coalesce(c.document, corkboard.change_order_document(o.workspace_id, o.id)) as document) d
   where w.id = ${workspace}`;
