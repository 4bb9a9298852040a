import type { z } from 'zod';
import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { conversions } from '../../documents/estimate.ts';
import { object, objects, today, workspaceId } from '../../records/fragments.ts';
import { list, offset } from '../../records/list.ts';
import type { projectStage, projectStatus } from '../../vocabulary/fields.ts';
import { type ClientWriting, clientWriting } from './clientWriting.ts';
import type { Paged } from './pageLimit.ts';
import { priceWithTax } from './project.ts';

// The portal of the client of a share link, whose id is admitted.record_id: only what a member has sent.

/** A request to the client: to approve, sign, answer or pay. */
export interface WaitingItem {
  kind: 'scope' | 'contract' | 'estimate' | 'change_order' | 'invoice';
  project: string;
  /** The title of a change order. */
  title: string | null;
  /** Of an invoice or estimate. */
  number: string | null;
  /** Of its share page. */
  path: string;
  /** The price with tax; of an invoice what is still due. */
  cents: number | null;
  currency: string | null;
  /** When an invoice is due, or until when an estimate is valid. */
  day: string | null;
  isOverdue: boolean;
}

/** A project in the client's words. */
export interface PortalProject {
  name: string;
  stage: z.infer<typeof projectStage>;
  status: z.infer<typeof projectStatus>;
  /** `updating`: a later version was drafted than the one that was sent. Null: none was sent, or the contract was signed. */
  scope: 'approved' | 'waiting' | 'updating' | null;
  contract: 'signed' | 'waiting' | null;
}

/** A document that was issued. */
export interface PortalDocument {
  kind: WaitingItem['kind'] | 'credit_note';
  project: string;
  /** The number of an invoice, estimate or credit note, or the title of a change order. */
  name: string | null;
  path: string | null;
  /** The total, or the price with tax. */
  cents: number | null;
  /** The amounts paid of an invoice that isn't paid in full, and due of it; what is due is null if it is all or nothing. */
  paidCents: number;
  dueCents: number | null;
  currency: string | null;
  at: string;
  /** Its day, of an invoice, estimate or credit note, in the time zone of then. */
  day: string | null;
  /** Of an invoice or estimate. */
  status: 'SENT' | 'PAID' | 'VOID' | null;
  answer: 'accepted' | 'declined' | null;
  isOverdue: boolean;
}

/** The content of a client's portal. */
export interface Portal extends ClientWriting {
  sender: string;
  /** The SHA-256 of the sender's logo, in hex. */
  logo: string | null;
  timeZone: string;
  client: string;
  waiting: WaitingItem[];
  waitingCount: number;
  projects: PortalProject[];
  projectCount: number;
  documents: Paged<PortalDocument>;
}

/** How many items that wait, and projects, the page shows. */
export const maxWaiting = 50;
export const maxProjects = 50;

const suffix = sql.fragment`corkboard.secret_suffix(${workspaceId})`;
const path = (prefix: string, token: FragmentSqlToken) =>
  sql.fragment`${prefix}::text || ${token} || ${suffix}`;

/** The client's projects with their scopes and contracts. */
const projects = sql.fragment`
  from corkboard.projects p
  left join corkboard.scopes s on s.workspace_id = ${workspaceId} and s.project_id = p.id
  left join corkboard.agreements a on a.workspace_id = ${workspaceId} and a.project_id = p.id
 where p.workspace_id = ${workspaceId} and p.client_id = admitted.record_id and p.trashed_at is null`;

const isScopeWaiting = sql.fragment`(s.approved_at is null and a.id is null and s.sent_version = s.version)`;
const isContractWaiting = sql.fragment`(a.id is null and s.approved_at is not null and p.contract_sent_at is not null)`;
const isOverdue = sql.fragment`(i.kind = 'invoice' and i.status = 'SENT' and i.due_date < ${today})`;
const isLive = sql.fragment`p.status <> 'archived'`;

/** Each of these has the columns of `waiting`. */
const waiting = sql.fragment`
  select 1 as place, 'scope' as kind, p.name as project, null as title, null as number, ${path('/scope/', sql.fragment`s.share_token`)} as path,
         ${priceWithTax(sql.fragment`s.price_cents`)} as cents, s.currency, null::date as day, false as "isOverdue", s.sent_at as at
    ${projects} and ${isLive} and ${isScopeWaiting}
  union all
  select 2, 'contract', p.name, null, null, ${path('/contract/', sql.fragment`p.contract_token`)}, null, null, null, false, p.contract_sent_at
    ${projects} and ${isLive} and ${isContractWaiting}
  union all
  select case i.kind when 'estimate' then 3 else 5 end, i.kind, p.name, null, i.number, ${path('/invoice/', sql.fragment`i.share_token`)},
         i.total_cents - i.part_paid_cents, i.currency, i.due_date, ${isOverdue}, i.sent_at
    from corkboard.projects p
    join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.project_id = p.id and i.status = 'SENT'
   where p.workspace_id = ${workspaceId} and p.client_id = admitted.record_id and p.trashed_at is null
     and case i.kind
           when 'invoice' then i.total_cents > i.part_paid_cents
           else coalesce(i.due_date >= ${today}, true)
             and not exists (
               select 1 from corkboard.estimate_answers e where e.workspace_id = ${workspaceId} and e.estimate_id = i.id)
             and not exists (
               select 1 from ${conversions} where c.workspace_id = ${workspaceId} and c.estimate_id = i.id)
         end
  union all
  select 4, 'change_order', p.name, o.title, null, ${path('/change-order/', sql.fragment`o.share_token`)}, ${priceWithTax(sql.fragment`o.amount_cents`)}, o.currency, null,
         false, o.sent_at
    from corkboard.projects p
    join corkboard.change_order_proposals o on o.workspace_id = ${workspaceId} and o.project_id = p.id
   where p.workspace_id = ${workspaceId} and p.client_id = admitted.record_id and p.trashed_at is null
     and o.sent_at is not null and num_nonnulls(o.withdrawn_at, o.declined_at, o.change_order_id) = 0`;

/** Each of these has the columns of `documents`. */
const documents = sql.fragment`
  select i.kind, p.name as project, i.number as name, '/invoice/' as prefix, i.share_token as token,
         i.total_cents as cents, i.part_paid_cents - i.credited_cents as paid,
         case when i.part_paid_cents > 0 then i.total_cents - i.part_paid_cents end as due, i.currency, i.sent_at as at, i.sent_on as day, i.status, e.answer, ${isOverdue} as "isOverdue"
    from corkboard.projects p
    join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.project_id = p.id and i.sent_at is not null
    left join corkboard.estimate_answers e on e.workspace_id = ${workspaceId} and e.estimate_id = i.id
   where p.workspace_id = ${workspaceId} and p.client_id = admitted.record_id and p.trashed_at is null
  union all
  select 'credit_note', p.name, n.number, '/invoice/', i.share_token, n.total_cents, 0, null, n.currency, n.created_at, n.credited_on, 'SENT', null, false
    from corkboard.projects p
    join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.project_id = p.id
    join corkboard.credit_notes n on n.workspace_id = ${workspaceId} and n.invoice_id = i.id
   where p.workspace_id = ${workspaceId} and p.client_id = admitted.record_id and p.trashed_at is null
  union all
  select 'scope', p.name, null, '/scope/', s.share_token, ${priceWithTax(sql.fragment`s.price_cents`)}, 0, null, s.currency, s.approved_at, null, null, null, false
    ${projects} and s.approved_at is not null
  union all
  select 'contract', p.name, null, '/contract/', p.contract_token, null, 0, null, null, a.signed_at, null, null, null, false
    ${projects} and a.id is not null
  union all
  select 'change_order', p.name, o.title, '/change-order/', o.share_token, ${priceWithTax(sql.fragment`a.amount_cents`)}, 0, null, a.currency,
         a.approved_at, null, null, null, false
    from corkboard.projects p
    join corkboard.change_orders a on a.workspace_id = ${workspaceId} and a.project_id = p.id
    left join corkboard.change_order_proposals o on o.workspace_id = ${workspaceId} and o.change_order_id = a.id
   where p.workspace_id = ${workspaceId} and p.client_id = admitted.record_id and p.trashed_at is null`;

const portalDocument = object(sql.fragment`
  row.kind, row.project, row.name, row.prefix || row.token || ${suffix} ||
    case row.kind when 'credit_note' then '/credit-notes/' || corkboard.number_in_path(row.name) else '' end as path,
  row.cents, row.paid as "paidCents", row.due as "dueCents", row.currency, corkboard.iso(row.at) as at, row.day, row.status, row.answer,
  row."isOverdue"`);

/** One row, a Portal, with a page of the documents. */
export function portalOf(page: number): FragmentSqlToken {
  const paging = { page, per_page: 25 };
  return sql.fragment`
    select w.name as sender, encode(w.logo_sha256, 'hex') as logo, w.time_zone as "timeZone", c.name as client, ${clientWriting},
      ${objects(sql.fragment`
        select row.kind, row.project, row.title, row.number, row.path, row.cents, row.currency, row.day, row."isOverdue"
          from (${waiting}) row
         order by row.place, row.day nulls last, row.at, row.number limit ${maxWaiting}`)} as waiting,
      (select count(*) from (${waiting}) row) as "waitingCount",
      ${objects(sql.fragment`
        select row.name, row.stage, row.status,
               case when row.approved_at is not null then 'approved'
                    when row.is_signed then null
                    when row.sent_version = row.version then 'waiting'
                    when row.sent_version is not null then 'updating' end as scope,
               case when row.is_signed then 'signed' when row.is_contract_waiting then 'waiting' end as contract
          from (select p.name, p.stage, p.status, p.created_at, p.id, s.approved_at, s.sent_version, s.version,
                       a.id is not null as is_signed, ${isContractWaiting} as is_contract_waiting
                  ${projects} and ${isLive}) row
         order by row.created_at desc, row.id desc limit ${maxProjects}`)} as projects,
      (select count(*) ${projects} and ${isLive}) as "projectCount",
      ${object(
        list(
          paging,
          portalDocument,
          sql.fragment`(
            select * from (${documents}) d order by d.at desc, d.name desc, d.kind
             limit ${paging.per_page} offset ${offset(paging)})`,
          sql.fragment`select count(*) from (${documents}) d`,
        ),
      )} as documents
      from corkboard.workspaces w
      join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = admitted.record_id
     where w.id = ${workspaceId}`;
}
