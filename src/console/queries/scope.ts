import type { z } from 'zod';
import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import type { ContractDocument, PaymentPart } from '../../documents/agreementView.ts';
import type { OwnMailTexts } from '../../documents/mailValues.ts';
import type { PartySnapshot } from '../../documents/partySnapshot.ts';
import { array, fields, object, objects, workspaceId } from '../../records/fragments.ts';
import type { createdVia } from '../../vocabulary/fields.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { type ChangeOrder, changeOrdersOf } from './changeOrder.ts';
import { declarationOf, type StoredDeclaration } from './declaration.ts';
import { type DocumentMail, mailsOf, ownMailTexts } from './documentMail.ts';
import type { Paged } from './pageLimit.ts';

/** A payment plan, in the currency of its amounts. */
export interface PaymentPlan {
  currency: string;
  parts: Record<string, unknown>[];
}

/** A version of a scope. */
export interface ScopeVersion {
  version: number;
  deliverables: string[];
  revisionRounds: number;
  timeline: string | null;
  priceCents: number | null;
  currency: string;
  /** The parts of its payment plan with their amounts; null: there is no plan, or it is suspended. */
  paymentParts: PaymentPart[] | null;
  draftedVia: z.infer<typeof createdVia>;
  draftedBy: string;
  draftedAt: string;
}

/** A client's request to change a scope. */
export interface ChangeRequest {
  id: string;
  /** The version that the client read. */
  version: number;
  by: string;
  text: string;
  at: string;
  from: string | null;
  /** When a member marked it as done, and who; null: it is open. */
  resolvedAt: string | null;
  resolvedBy: string | null;
}

export interface Agreement {
  signedAt: string;
  signedBy: string | null;
  /** Who recorded the signature for the client; null if the client signed through the share link. */
  recordedBy: string | null;
  signedFrom: string | null;
  signedWith: string | null;
  declaration: StoredDeclaration | null;
  /** The signed document. */
  document: ContractDocument;
  /** The document's SHA-256, in hexadecimal digits. */
  sha256: string;
}

/** A scope with its versions, approval, contract and change orders. */
export interface ScopeDetail {
  /** The current scope; null if there is none. Version 0 was never drafted. */
  scope: {
    version: number;
    approvedAt: string | null;
    approvedBy: string | null;
    /** Who recorded the approval for the client; null if the client approved through the share link. */
    recordedBy: string | null;
    declaration: StoredDeclaration | null;
    /** The version that a member sent last, and when; null: none was sent. */
    sentVersion: number | null;
    sentAt: string | null;
    paymentPlan: PaymentPlan | null;
  } & Omit<ScopeVersion, 'draftedVia' | 'draftedBy' | 'draftedAt'>;
  /** When a member sent the contract. */
  contractSentAt: string | null;
  scopePath: string;
  contractPath: string;
  /** How often each link was replaced. */
  linkVersions: { scope: number; contract: number };
  /** The shown versions, newest first. */
  versions: ScopeVersion[];
  /** The two compared versions, the older one first; fewer if there aren't two. */
  compared: ScopeVersion[];
  /** A page of the change orders, newest first. */
  changeOrders: Paged<ChangeOrder>;
  /** How many change orders were approved. */
  approvedOrders: number;
  /** The last requests to change it, newest first. */
  requests: ChangeRequest[];
  agreement: Agreement | null;
  /** The last emails with the scope or the contract, newest first, and how often each was emailed. */
  mails: { scope: DocumentMail[]; contract: DocumentMail[] };
  mailVersions: { scope: number; contract: number };
  /** The workspace's own texts for emails. */
  ownTexts: OwnMailTexts;
  /** The parties as a document would name them now. */
  parties: PartySnapshot;
  /** The document that would be signed now. */
  contract: { document: ContractDocument; sha256: string };
}

const version = object(sql.fragment`
  ${fields('v', 'version deliverables revisionRounds timeline priceCents currency draftedVia draftedBy draftedAt')},
  corkboard.payment_parts(v.payment_plan, v.price_cents, v.currency) as "paymentParts"`);

const versions = sql.fragment`
  corkboard.scope_versions v where v.workspace_id = ${workspaceId} and v.project_id = p.id`;

/** How many requests a page lists: all open ones, of which there are ten at most, and the last that are done. */
const maxRequests = 20;

/** The bytes that are signed are the document's text, so it is read as text here as well. */
const agreement = object(sql.fragment`
  ${fields('a', 'signedAt signedBy recordedBy signedWith document')}, host(a.signed_from) as "signedFrom",
  ${declarationOf('contract', sql.fragment`p.id`)} as declaration, encode(a.document_sha256, 'hex') as sha256
  from corkboard.agreements a where a.workspace_id = ${workspaceId} and a.project_id = p.id`);

const scope = object(sql.fragment`
  ${fields('s', 'version deliverables revisionRounds timeline priceCents paymentPlan approvedAt approvedBy sentVersion sentAt')},
  coalesce(s.currency, admitted.currency) as currency, s.approval_recorded_by as "recordedBy",
  ${declarationOf('scope', sql.fragment`p.id`)} as declaration,
  corkboard.payment_parts(s.payment_plan, s.price_cents, s.currency) as "paymentParts"`);

const linkVersions = object(sql.fragment`
  corkboard.times_done(p.workspace_id, p.id, 'scope.link_renewed') as scope,
  corkboard.times_done(p.workspace_id, p.id, 'contract.link_renewed') as contract`);

const mails = object(sql.fragment`
  ${mailsOf('scope', sql.fragment`p.id`, 5)} as scope, ${mailsOf('contract', sql.fragment`p.id`, 5)} as contract`);

const mailVersions = object(sql.fragment`
  corkboard.times_done(p.workspace_id, p.id, 'scope.mailed') as scope,
  corkboard.times_done(p.workspace_id, p.id, 'contract.mailed') as contract`);

/** How many versions a page lists. */
const maxVersions = 25;

/**
 * One row with the scope of a project. `from` and `to`: the versions to compare; null for the last two. `orders`: the number of
 * the page of its change orders.
 */
export const scopeDetail = (
  id: string,
  from: number | null,
  to: number | null,
  orders = 1,
): FragmentSqlToken => sql.fragment`
  select
    ${scope} as scope,
    corkboard.iso(p.contract_sent_at) as "contractSentAt",
    '/scope/' || s.share_token || corkboard.secret_suffix(s.workspace_id) as "scopePath",
    '/contract/' || p.contract_token || corkboard.secret_suffix(p.workspace_id) as "contractPath",
    ${linkVersions} as "linkVersions",
    ${mails} as mails,
    ${ownMailTexts} as "ownTexts",
    ${mailVersions} as "mailVersions",
    corkboard.party_snapshot(p.workspace_id, p.id) as parties,
    ${array(sql.fragment`select ${version} from ${versions} order by v.version desc limit ${maxVersions}`)} as versions,
    ${array(sql.fragment`
      select ${version} from ${versions}
         and v.version in (
           coalesce(${to}::integer, s.version), coalesce(${from}::integer, coalesce(${to}::integer, s.version) - 1))
       order by v.version`)} as compared,
    ${changeOrdersOf(orders)} as "changeOrders",
    (select count(*) from corkboard.change_orders o
      where o.workspace_id = ${workspaceId} and o.project_id = p.id) as "approvedOrders",
    ${objects(sql.fragment`
      select r.id, r.scope_version as version, r.requested_by as by, r.text, corkboard.iso(r.requested_at) as at,
             host(r.requested_from) as "from", corkboard.iso(r.resolved_at) as "resolvedAt", r.resolved_by as "resolvedBy"
        from corkboard.scope_change_requests r
       where r.workspace_id = ${workspaceId} and r.project_id = p.id
       order by r.resolved_at is not null, r.requested_at desc, r.id desc limit ${maxRequests}`)} as requests,
    ${agreement} as agreement,
    ${object(sql.fragment`c.document, encode(sha256(convert_to(c.document::text, 'UTF8')), 'hex') as sha256`)} as contract
    from corkboard.projects p
    join corkboard.scopes s on s.workspace_id = ${workspaceId} and s.project_id = p.id
    cross join lateral (select corkboard.contract_document(p.workspace_id, p.id) as document) c
   where p.workspace_id = ${workspaceId} and p.id = ${asUuid(id)}`;

/** One row with those of the newest active projects that have no scope, as `projects`. */
export const projectsWithoutScope = sql.fragment`
  select ${objects(sql.fragment`
    select p.id, p.name, c.name as client
      from (
        select p.id, p.name, p.client_id, p.created_at
          from corkboard.projects p
         where p.workspace_id = ${workspaceId} and p.trashed_at is null and p.status = 'active'
         order by p.created_at desc, p.id desc limit 200) p
      join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id
      left join corkboard.scopes s on s.workspace_id = ${workspaceId} and s.project_id = p.id
     where coalesce(s.version, 0) = 0
     order by p.created_at desc, p.id desc`)} as projects`;
