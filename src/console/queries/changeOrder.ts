import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { changeOrderDocumentOf } from '../../documents/agreementDocument.ts';
import type { ChangeOrderShown } from '../../documents/changeOrderView.ts';
import type { OwnMailTexts } from '../../documents/mailValues.ts';
import { fields, object, workspaceId } from '../../records/fragments.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { declarationOf, type StoredDeclaration } from './declaration.ts';
import { type DocumentMail, type MailedClient, mailedClient, mailsOf, ownMailTexts } from './documentMail.ts';
import { paged } from './pageLimit.ts';
import { type HistoryEntry, historyOf } from './provenance.ts';

/** When a change order was sent, and how it ended. */
export type Course = Pick<ChangeOrderShown, 'sentAt' | 'approvedAt' | 'declinedAt' | 'withdrawnAt'>;

export type ChangeOrderState = 'draft' | 'sent' | 'approved' | 'declined' | 'withdrawn';

/** The state of a change order. */
export function stateOf({ sentAt, approvedAt, declinedAt, withdrawnAt }: Course): ChangeOrderState {
  if (approvedAt !== null) return 'approved';
  if (declinedAt !== null) return 'declined';
  if (withdrawnAt !== null) return 'withdrawn';
  return sentAt === null ? 'draft' : 'sent';
}

/** A change order of a project: one that a member wrote, or an approval that was recorded without one. */
export interface ChangeOrder
  extends Course,
    Pick<ChangeOrderShown, 'approvedBy' | 'recordedBy' | 'declinedBy' | 'declineReason'> {
  /** The id of the proposal; null: the approval was recorded without one. */
  proposalId: string | null;
  title: string | null;
  description: string | null;
  amountCents: number;
  currency: string;
  rounds: number;
  /** Whether an email with it failed and waits for a review. */
  isUndelivered: boolean;
}

const columns = sql.fragment`
  o.id as "proposalId", coalesce(o.title, c.title) as title, coalesce(o.description, c.description) as description,
  coalesce(o.amount_cents, c.amount_cents) as "amountCents", coalesce(o.currency, c.currency) as currency,
  coalesce(o.rounds, c.rounds) as rounds, ${fields('c', 'approvedAt approvedBy recordedBy')},
  ${fields('o', 'sentAt declinedAt declinedBy declineReason withdrawnAt')},
  exists (
    select 1 from corkboard.document_mails m
     where m.workspace_id = ${workspaceId} and m.record_id = o.id and m.flagged_at is not null) as "isUndelivered"`;

const ofProject = sql.fragment`
    from (select r.* from corkboard.change_order_proposals r where r.workspace_id = ${workspaceId} and r.project_id = p.id) o
    full join (select r.* from corkboard.change_orders r where r.workspace_id = ${workspaceId} and r.project_id = p.id) c
      on c.id = o.change_order_id`;

/** A page of the change orders of the project `p` of a query, newest first. */
export const changeOrdersOf = (page: number): FragmentSqlToken =>
  paged(
    page,
    columns,
    ofProject,
    sql.fragment`coalesce(o.created_at, c.approved_at) desc, coalesce(o.id, c.id) desc`,
  );

/** The data of a change order's page. */
export interface ChangeOrderDetail extends ChangeOrderShown {
  id: string;
  version: number;
  /** The member, or operator, who recorded the approval. */
  recorder: string | null;
  approvedFrom: string | null;
  approvedWith: string | null;
  declaration: StoredDeclaration | null;
  /** The path of its share link, which works once it was sent. */
  path: string;
  project: { id: string; name: string };
  client: MailedClient;
  /** Its history, oldest first. */
  history: HistoryEntry[];
  /** The workspace's own texts for emails. */
  ownTexts: OwnMailTexts;
  /** The last emails with it, newest first. */
  mails: DocumentMail[];
}

/** One row with a change order of a project, by its proposal's id; no row if there is none. */
export const changeOrderDetail = (project: string, id: string): FragmentSqlToken => sql.fragment`
  select o.id, o.version, d.*, a.recorded_by as recorder, host(a.approved_from) as "approvedFrom", a.approved_with as "approvedWith",
         ${declarationOf('change_order', sql.fragment`o.id`)} as declaration,
         '/change-order/' || o.share_token || corkboard.secret_suffix(o.workspace_id) as path,
         ${object(sql.fragment`p.id, p.name`)} as project,
         ${mailedClient} as client,
         ${historyOf(sql.fragment`o.id`)} as history, ${ownMailTexts} as "ownTexts",
         ${mailsOf('change_order', sql.fragment`o.id`)} as mails
    from corkboard.change_order_proposals o
    join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = o.project_id and p.trashed_at is null
    join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id
    left join corkboard.change_orders a on a.workspace_id = ${workspaceId} and a.id = o.change_order_id
    cross join (${changeOrderDocumentOf(workspaceId, sql.fragment`${asUuid(id)}`)}) d
   where o.workspace_id = ${workspaceId} and o.project_id = ${asUuid(project)} and o.id = ${asUuid(id)}`;
