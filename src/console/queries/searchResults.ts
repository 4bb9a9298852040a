import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { conversions, type EstimateAnswer } from '../../documents/estimate.ts';
import { objects, today, workspaceId } from '../../records/fragments.ts';
import type { ChangeOrder, Course } from './changeOrder.ts';
import { type Outstanding, outstandingOf } from './client.ts';
import { type ListedInquiry, listedInquiry } from './inquiry.ts';
import type { ListedInvoice, Payment } from './invoice.ts';
import type { ListedProject } from './project.ts';
import {
  clientMatches,
  found,
  inquiryMatches,
  invoiceMatches,
  maxResults,
  projectMatches,
} from './search.ts';

/** The results of the search page. If there are more than are shown, a list has one extra result. */
export interface SearchResults {
  today: string;
  clients: { id: string; name: string; company: string | null; outstanding: Outstanding[] }[];
  projects: (Pick<ListedProject, 'id' | 'name' | 'stage' | 'status'> & {
    client: string;
    /** The agreed price, change orders included. */
    priceCents: number | null;
    currency: string | null;
  })[];
  invoices: (Pick<
    ListedInvoice,
    | 'id'
    | 'number'
    | 'kind'
    | 'status'
    | 'dueDate'
    | 'currency'
    | 'totalCents'
    | 'partPaidCents'
    | 'creditedCents'
  > & {
    project: string;
    client: string;
    answer: EstimateAnswer['answer'] | null;
    isConverted: boolean;
  })[];
  payments: (Pick<Payment, 'id' | 'kind' | 'amountCents' | 'paidOn' | 'reference'> & {
    currency: string;
    invoiceId: string;
    number: string;
    client: string;
  })[];
  changeOrders: (Pick<ChangeOrder, 'proposalId' | 'title' | 'amountCents' | 'currency'> &
    Course & {
      projectId: string;
      project: string;
      client: string;
    })[];
  inquiries: ListedInquiry[];
}

/** The client `c` and project `p` of the row `t` of a query that has its project's id. */
const ofProject = (projectId: FragmentSqlToken) => sql.fragment`
  join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = ${projectId}
  join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id`;

/**
 * One row, SearchResults: clients by name, payments by day, all others newest first. A blank search finds nothing. What a result
 * shows besides is read after the limit, for these alone.
 */
export function searchEverything(search: string): FragmentSqlToken {
  const isBlank = search.trim() === '';
  const rows = (query: FragmentSqlToken) => (isBlank ? sql.fragment`'[]'::json` : objects(query));
  const most = sql.fragment`limit ${maxResults + 1}`;
  return sql.fragment`
    select ${today} as today,
      ${rows(sql.fragment`
        select c.id, c.name, c.company, ${outstandingOf(sql.fragment`c.id`)} as outstanding
          from (
            select id, name, company from corkboard.clients
             where workspace_id = ${workspaceId} and trashed_at is null and ${clientMatches(search)}
             order by name collate "und-x-icu", id ${most}) c
         order by c.name collate "und-x-icu", c.id`)} as clients,
      ${rows(sql.fragment`
        select p.id, p.name, p.stage, p.status, c.name as client, s.price_cents as "priceCents", s.currency
          from (
            select id, name, stage, status, client_id, created_at from corkboard.projects
             where projects.workspace_id = ${workspaceId} and projects.trashed_at is null and ${projectMatches(search)}
             order by created_at desc, id desc ${most}) p
          join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id
          left join corkboard.scopes s on s.workspace_id = ${workspaceId} and s.project_id = p.id and s.approved_at is not null
         order by p.created_at desc, p.id desc`)} as projects,
      ${rows(sql.fragment`
        select i.id, i.number, i.kind, i.status, i.due_date as "dueDate", i.currency, i.total_cents as "totalCents",
               i.part_paid_cents as "partPaidCents", i.credited_cents as "creditedCents", p.name as project, c.name as client,
               (select a.answer from corkboard.estimate_answers a
                 where a.workspace_id = ${workspaceId} and a.estimate_id = i.id) as answer,
               exists (select 1 from ${conversions}
                        where c.workspace_id = ${workspaceId} and c.estimate_id = i.id) as "isConverted"
          from (
            select id, number, kind, status, due_date, currency, total_cents, part_paid_cents, credited_cents, project_id, created_at
              from corkboard.invoices
             where invoices.workspace_id = ${workspaceId} and ${invoiceMatches(search)}
             order by created_at desc, id desc ${most}) i
          ${ofProject(sql.fragment`i.project_id`)}
         order by i.created_at desc, i.id desc`)} as invoices,
      ${rows(sql.fragment`
        select y.id, y.kind, y.amount_cents as "amountCents", y.currency, y.paid_on as "paidOn", y.reference,
               y.invoice_id as "invoiceId", i.number, c.name as client
          from (
            select id, kind, amount_cents, currency, paid_on, reference, invoice_id from corkboard.payments
             where workspace_id = ${workspaceId} and id in ${found('payment', search)}
             order by paid_on desc, id desc ${most}) y
          join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.id = y.invoice_id
          ${ofProject(sql.fragment`i.project_id`)}
         order by y.paid_on desc, y.id desc`)} as payments,
      ${rows(sql.fragment`
        select o."proposalId", o.title, o."amountCents", o.currency, corkboard.iso(o.sent_at) as "sentAt",
               corkboard.iso(a.approved_at) as "approvedAt", corkboard.iso(o.declined_at) as "declinedAt",
               corkboard.iso(o.withdrawn_at) as "withdrawnAt", p.id as "projectId", p.name as project, c.name as client
          from (
            select r.id as "proposalId", r.project_id, r.title, r.amount_cents as "amountCents", r.currency, r.sent_at,
                   r.declined_at, r.withdrawn_at, r.change_order_id, r.id
              from corkboard.change_order_proposals r
             where r.workspace_id = ${workspaceId} and r.id in ${found('change_order', search)}
            union all
            select null, r.project_id, r.title, r.amount_cents, r.currency, null, null, null, r.id, r.id
              from corkboard.change_orders r
             where r.workspace_id = ${workspaceId} and r.id in ${found('change_order', search)}) o
          ${ofProject(sql.fragment`o.project_id`)} and p.trashed_at is null
          left join corkboard.change_orders a on a.workspace_id = ${workspaceId} and a.id = o.change_order_id
         order by o.id desc ${most}`)} as "changeOrders",
      ${rows(sql.fragment`
        select ${listedInquiry} from corkboard.inquiries
         where workspace_id = ${workspaceId} and ${inquiryMatches(search)}
         order by id desc ${most}`)} as inquiries`;
}
