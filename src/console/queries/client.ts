import type { z } from 'zod';
import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import type { OwnMailTexts } from '../../documents/mailValues.ts';
import type { ClientParties } from '../../documents/partySnapshot.ts';
import { debtorAccountOf } from '../../exports/debtorAccount.ts';
import { Client } from '../../records/client.ts';
import { type ClientValues, clientFieldNames } from '../../records/clientFields.ts';
import { fields, json, object, objects, today, workspaceId } from '../../records/fragments.ts';
import type { Project } from '../../records/project.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { actorOf } from './actor.ts';
import { type DocumentMail, mailsOf, ownMailTexts } from './documentMail.ts';
import { dueCents, isReceivable, receivedCents } from './due.ts';
import { paged } from './pageLimit.ts';
import { clientMatches, invoiceOfClient } from './search.ts';

/** A client as members see it. */
export type ClientDetail = z.infer<typeof Client> &
  ClientValues & {
    createdBy: string | null;
    archivedAt: string | null;
    /** The inquiry that the client began with. */
    inquiryId: string | null;
    /** Its account in files for DATEV. */
    debtorAccount: string | null;
  };

const own = fields('c', [...clientFieldNames, 'id', 'createdVia', 'createdAt', 'archivedAt'].join(' '));

/** One row with the client; no row if it doesn't exist. */
export const clientDetail = (id: string): FragmentSqlToken => sql.fragment`
  select ${object(sql.fragment`
    ${own}, ${actorOf('c', 'client.created')} as "createdBy",
    (select i.id from corkboard.inquiries i where i.workspace_id = ${workspaceId} and i.client_id = c.id order by i.id limit 1)
      as "inquiryId",
    ${debtorAccountOf(sql.fragment`c.id`)} as "debtorAccount"`)} as client
    from corkboard.clients c
   where c.workspace_id = ${workspaceId} and c.id = ${asUuid(id)} and c.trashed_at is null`;

/** The portal of a client, and the emails with its link or that of the statement. */
export interface ClientPortal {
  /** With the secret part; null: the client has no portal. */
  portalPath: string | null;
  /** How often the link was replaced. */
  linkVersion: number;
  /** The last emails, newest first, and how many there were. */
  mails: DocumentMail[];
  mailVersion: number;
  /** The workspace's own texts for emails. */
  ownTexts: OwnMailTexts;
  parties: ClientParties;
}

/** One row with the portal of a client. `mailed`: the kind of its emails. */
export const clientPortal = (id: string, mailed: 'portal' | 'statement'): FragmentSqlToken => sql.fragment`
  select (
      select '/portal/' || l.token || corkboard.secret_suffix(l.workspace_id) from corkboard.client_portals l
       where l.workspace_id = ${workspaceId} and l.client_id = c.id) as "portalPath",
    corkboard.times_done(c.workspace_id, c.id, 'portal.link_renewed') as "linkVersion",
    ${mailsOf(mailed, sql.fragment`c.id`)} as mails,
    corkboard.times_done(c.workspace_id, c.id, ${`${mailed}.mailed`}) as "mailVersion",
    ${ownMailTexts} as "ownTexts",
    corkboard.client_parties(c.workspace_id, c.id, null) as parties
    from corkboard.clients c
   where c.workspace_id = ${workspaceId} and c.id = ${asUuid(id)}`;

/** A project in the list of its client's page. */
export type ClientProject = Pick<z.infer<typeof Project>, 'id' | 'name' | 'stage' | 'status' | 'createdAt'>;

/** One row with a page of a client's projects, as `projects`, the newest first. */
export const projectsOfClient = (client: string, page: number): FragmentSqlToken => sql.fragment`
  select ${paged(
    page,
    fields('p', 'id name stage status createdAt'),
    sql.fragment`from corkboard.projects p
      where p.workspace_id = ${workspaceId} and p.client_id = ${asUuid(client)} and p.trashed_at is null`,
    sql.fragment`p.created_at desc, p.id desc`,
  )} as projects`;

/** An option of the select for clients. */
interface ClientOption {
  id: string;
  name: string;
}

/** The most clients that a form offers: more would make the page slow to load and hard to search. */
export const maxClientOptions = 25;

/** The clients that a form offers, and whether there are others. */
export interface ClientChoice {
  clients: ClientOption[];
  hasMore: boolean;
}

/** One row, ClientChoice: at most `most` that match a search, or that were added last for a blank one, by name. */
export const clientChoice = (search: string, most: number): FragmentSqlToken => sql.fragment`
  select array(
      select ${json(Client.pick({ id: true, name: true }), 'n')}
        from unnest(found.clients[:${most}::integer]) n order by n.name collate "und-x-icu", n.id) as clients,
    cardinality(found.clients) > ${most}::integer as "hasMore"
    from (select array(
      select clients from corkboard.clients
       where clients.workspace_id = ${workspaceId} and clients.trashed_at is null
         and ${search === '' ? sql.fragment`clients.archived_at is null` : clientMatches(search)}
       order by clients.id desc limit ${most + 1}::bigint) as clients offset 0) found`;

/** A client's debt in one currency. */
export interface Outstanding {
  currency: string;
  dueCents: number;
}

/** A client's debts as JSON, by currency. */
export const outstandingOf = (client: FragmentSqlToken): FragmentSqlToken =>
  objects(sql.fragment`
    select s.currency, sum(s.total_cents - s.part_paid_cents) as "dueCents"
      from corkboard.projects p
      join corkboard.project_invoice_sums s on s.workspace_id = ${workspaceId} and s.project_id = p.id
     where p.workspace_id = ${workspaceId} and p.client_id = ${client}
       and s.kind = 'invoice' and s.status = 'SENT' and s.invoices > 0
     group by 1 order by 1`);

/** A client's debt and payments, in whole and in part, in one currency; currencies are never added up. */
export interface ClientBalance {
  currency: string;
  outstandingCents: number;
  overdueCents: number;
  receivedCents: number;
  /** What was paid too much, until it is refunded or transferred. */
  balanceCents: number;
}

/** An invoice of which something is due, or was paid too much. */
export interface OpenInvoice {
  id: string;
  number: string;
  currency: string;
  dueDate: string | null;
  isOverdue: boolean;
  dueCents: number;
  balanceCents: number;
}

/** How many open invoices of a client its page lists. */
export const maxOpen = 10;

/** The open invoices of a client that fulfill a condition, those that are due first before others. */
const openInvoices = (client: string, condition: FragmentSqlToken) => sql.fragment`(
  select i.id, i.number, i.currency, i.due_date as "dueDate", coalesce(i.due_date < ${today}, false) as "isOverdue",
         ${dueCents} as "dueCents", i.balance_cents as "balanceCents"
    from corkboard.invoices i
   where i.workspace_id = ${workspaceId} and ${invoiceOfClient(sql.fragment`${asUuid(client)}`, 'i')} and ${condition}
   order by i.due_date, i.id limit ${maxOpen + 1}::bigint)`;

/**
 * One row with the balances of a client by currency, as `balances`, of invoices and not of estimates; and the invoices behind
 * what the client has and owes, as `open`: the former first, because no other list has them.
 */
export const clientBalances = (client: string): FragmentSqlToken => sql.fragment`
  select ${objects(sql.fragment`
    select s.currency,
           coalesce(sum(s.total_cents - s.part_paid_cents) filter (where s.status = 'SENT'), 0) as "outstandingCents",
           coalesce((
             select sum(i.total_cents - i.part_paid_cents)
               from corkboard.invoices i
              where i.workspace_id = ${workspaceId} and ${invoiceOfClient(sql.fragment`${asUuid(client)}`, 'i')} and i.currency = s.currency
                and i.kind = 'invoice' and i.status = 'SENT' and i.due_date < ${today}), 0) as "overdueCents",
           coalesce((
             select sum(i.balance_cents)
               from corkboard.invoices i
              where i.workspace_id = ${workspaceId} and i.client_id = ${asUuid(client)} and i.currency = s.currency
                and i.balance_cents > 0), 0) as "balanceCents",
           ${receivedCents} as "receivedCents"
      from corkboard.projects p
      join corkboard.project_invoice_sums s on s.workspace_id = ${workspaceId} and s.project_id = p.id
     where p.workspace_id = ${workspaceId} and p.client_id = ${asUuid(client)}
       and s.kind = 'invoice' and s.status in ('SENT', 'PAID') and s.invoices > 0
     group by s.currency order by s.currency`)} as balances,
    ${objects(sql.fragment`
    select o.* from (
      ${openInvoices(client, isReceivable)}
      union all
      ${openInvoices(client, sql.fragment`i.balance_cents > 0`)}) o
     order by o."balanceCents" > 0 desc, o."dueDate", o.id`)} as open`;
