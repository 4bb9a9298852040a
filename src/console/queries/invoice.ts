import { z } from 'zod';
import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import type { AgreedItem } from '../../documents/agreedLines.ts';
import {
  conversions,
  type EstimateAnswer,
  type EstimateState,
  estimateState,
} from '../../documents/estimate.ts';
import { type InvoiceDocument, invoiceDocumentOf } from '../../documents/invoiceDocument.ts';
import type { OwnMailTexts } from '../../documents/mailValues.ts';
import type { PartySnapshot } from '../../documents/partySnapshot.ts';
import { invoicePage, type listInvoicesInput } from '../../operations/listInvoices.ts';
import { fields, json, object, objects, today, workspaceId } from '../../records/fragments.ts';
import { Invoice } from '../../records/invoice.ts';
import type { ListVariant } from '../../records/list.ts';
import type { Language } from '../../vocabulary/documents.ts';
import { cents, date } from '../../vocabulary/fields.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { type AcceptedEstimate, acceptedEstimates } from './acceptedEstimates.ts';
import { declarationOf, type StoredDeclaration } from './declaration.ts';
import { eInvoiceProblem, hasEInvoice } from './documentFile.ts';
import {
  type DocumentMail,
  type MailedClient,
  mailedClient,
  mailsOf,
  ownMailTexts,
  undelivered,
} from './documentMail.ts';
import { type Paged, paged } from './pageLimit.ts';
import { type HistoryEntry, historyEntry, historyOf } from './provenance.ts';
import type { PaymentPlan } from './scope.ts';
import { invoiceOfClient } from './search.ts';

/** A payment of an invoice. */
export interface Payment {
  id: string;
  kind: 'payment' | 'refund' | 'transfer';
  /** Negative if the money went back, or to another invoice. */
  amountCents: number;
  /** A date. */
  paidOn: string;
  method: string | null;
  reference: string | null;
  /** Only members see it. */
  note: string | null;
  /** The member, or operator, who recorded it; null: not known. */
  recordedBy: string | null;
  recordedAt: string;
}

/** An answer to an estimate, as members see it. */
interface AnswerDetail extends EstimateAnswer {
  /** The member, or operator, who recorded it. */
  recorder: string | null;
  reason: string | null;
  answeredFrom: string | null;
  answeredWith: string | null;
  declaration: StoredDeclaration | null;
}

/** The data that only members see, besides the document. */
export interface InvoiceDetail extends InvoiceDocument {
  viewedAt: string | null;
  /** Counts its edits and changes of its status and late fee. */
  version: number;
  /** For each line the id under which it bills time; null if none does. */
  lineIds: (string | null)[] | null;
  /** The language and reason that the draft itself names, and those that it has without. */
  own: Pick<PartySnapshot, 'zeroTaxReason'> & { language: Language | null };
  usual: Pick<PartySnapshot, 'language' | 'zeroTaxReason'>;
  /** The path of the share link; null if it doesn't work because the project is in the trash. */
  sharePath: string | null;
  /** Their current names, which may differ from the document's. */
  project: { id: string; name: string };
  client: MailedClient;
  /** Today's date in the workspace's time zone, which decides whether it is overdue. */
  today: string;
  hasEInvoice: boolean;
  /** Why it has none although nothing was missing. */
  eInvoiceProblem: string | null;
  /** A page of its payments, and of its credit notes, the newest first. */
  payments: Paged<Payment>;
  creditNotes: Paged<{ number: string; totalCents: number; creditedOn: string; reason: string | null }>;
  /** Which of its lines are credited, counted from 1. */
  creditedLines: number[];
  /** What was paid too much. */
  balanceCents: number;
  /** If it has a balance, the client's invoices that it could pay. */
  payable: { id: string; number: string; dueCents: number }[];
  /** The state of a sent estimate; null if it is an invoice. */
  estimate: EstimateState<AnswerDetail> | null;
  /** The estimate that it was drafted from. */
  convertedFrom: { id: string; number: string } | null;
  /** Of a draft, the accepted estimates of its project but that one. */
  accepted: AcceptedEstimate[];
  /** Of an estimate. */
  paymentPlan: PaymentPlan | null;
  /** What was agreed last for its project in its currency, and whether it bills that; empty if it is an estimate or void. */
  agreed: { id: string; kind: AgreedItem['kind']; name: string | null; isBilled: boolean }[];
  /** Its history, oldest first. */
  history: HistoryEntry[];
  /** The workspace's own texts for emails. */
  ownTexts: OwnMailTexts;
  /** The last emails with it, newest first. */
  mails: DocumentMail[];
}

/** How many agreed items its form offers, with the one that it bills. */
const maxItems = 25;

const agreedItems = objects(sql.fragment`
  select a.id, a.kind, coalesce(o.title, e.number) as name,
         exists (
           select 1 from corkboard.billed_items b
            where b.workspace_id = ${workspaceId} and b.item_id = a.id and b.invoice_id = i.id) as "isBilled"
    from corkboard.agreed_items a
    left join corkboard.change_orders o on o.workspace_id = ${workspaceId} and o.id = a.record_id
    left join corkboard.invoices e on e.workspace_id = ${workspaceId} and e.id = a.record_id
   where a.workspace_id = ${workspaceId} and a.project_id = i.project_id and a.currency = i.currency
     and i.kind = 'invoice' and i.status <> 'VOID'
   order by "isBilled" desc, a.agreed_at desc, a.id desc limit ${maxItems}::bigint`);

/** A page of the credit notes `n` of the invoice `i` of a query. */
export const creditNotesOf = (page: number, columns: FragmentSqlToken, order: FragmentSqlToken) =>
  paged(
    page,
    columns,
    sql.fragment`from corkboard.credit_notes n where n.workspace_id = ${workspaceId} and n.invoice_id = i.id`,
    order,
  );

const answerDetails = sql.fragment`,
  a.recorded_by as recorder, a.reason, host(a.answered_from) as "answeredFrom", a.answered_with as "answeredWith",
  ${declarationOf('estimate', sql.fragment`i.id`)} as declaration`;

const convertedFrom = object(sql.fragment`
  e.id, e.number from corkboard.converted_estimates c
  join corkboard.invoices e on e.workspace_id = ${workspaceId} and e.id = c.estimate_id
  where c.workspace_id = ${workspaceId} and c.invoice_id = i.id`);

/** One row, the InvoiceDetail of an id. `pages`: the numbers of those of its payments and credit notes. */
export const invoiceDetail = (
  id: string,
  pages = { payments: 1, creditNotes: 1 },
): FragmentSqlToken => sql.fragment`
  ${invoiceDocumentOf(sql.fragment`corkboard.invoices`, {
    columns: sql.fragment`,
      ${fields('i', 'viewedAt version lineIds paymentPlan balanceCents')},
      ${object(fields('i', 'language zeroTaxReason'))} as own,
      ${object(sql.fragment`heading."language", heading."zeroTaxReason"`)} as usual,
      case when p.trashed_at is null then '/invoice/' || i.share_token || corkboard.secret_suffix(i.workspace_id) end as "sharePath",
      ${object(sql.fragment`p.id, p.name`)} as project,
      ${mailedClient} as client,
      ${hasEInvoice} as "hasEInvoice",
      ${eInvoiceProblem} as "eInvoiceProblem",
      ${mailsOf(sql.fragment`i.kind`, sql.fragment`i.id`)} as mails,
      ${ownMailTexts} as "ownTexts",
      ${today} as today,
      ${estimateState(answerDetails)} as estimate,
      ${convertedFrom} as "convertedFrom",
      case when i.status = 'DRAFT' then ${acceptedEstimates(sql.fragment`i.project_id`, sql.fragment`i.id`)} else '[]' end as accepted,
      ${agreedItems} as agreed,
      ${paged(
        pages.payments,
        fields('y', 'id kind amountCents paidOn method reference note recordedBy recordedAt'),
        sql.fragment`from corkboard.payments y where y.workspace_id = ${workspaceId} and y.invoice_id = i.id`,
        sql.fragment`y.paid_on desc, y.id desc`,
      )} as payments,
      ${creditNotesOf(
        pages.creditNotes,
        fields('n', 'number totalCents creditedOn reason'),
        sql.fragment`n.sequence desc`,
      )} as "creditNotes",
      case when i.credited_cents > 0 then to_json(corkboard.credited_lines(i.workspace_id, i.id)) else '[]' end as "creditedLines",
      case when i.balance_cents > 0 then ${objects(sql.fragment`
        select o.id, o.number, o.total_cents - o.part_paid_cents as "dueCents" from corkboard.invoices o
         where o.workspace_id = ${workspaceId} and ${invoiceOfClient(sql.fragment`i.client_id`, 'o')} and o.currency = i.currency and o.kind = 'invoice'
           and o.status = 'SENT' and o.total_cents > o.part_paid_cents order by o.sent_on, o.id limit 100`)} else '[]' end as payable,
      ${historyOf(sql.fragment`i.id`)} as history`,
    joins: sql.fragment`
      join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = i.project_id
      join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id`,
  })}
  where i.workspace_id = ${workspaceId} and i.id = ${asUuid(id)}`;

/** Columns of a list of invoices besides the invoices: their clients and authors. */
export interface InvoiceListContext {
  projects: Record<string, { name: string; client: string; isTrashed: boolean }>;
  drafts: Record<string, HistoryEntry>;
  /** The answers to its estimates, by their ids. */
  answers: Record<string, EstimateAnswer['answer']> | null;
  /** The ids of the estimates that were turned into invoices. */
  converted: string[] | null;
  /** The ids of those with an email that failed and waits for a review. */
  undelivered: string[];
  today: string;
}

/** An invoice in a list of the console. What was paid or credited of it in part, and credited at all, is not in the API. */
const ListedInvoice = z.strictObject({
  ...Invoice.pick({
    id: true,
    projectId: true,
    number: true,
    kind: true,
    status: true,
    currency: true,
    totalCents: true,
    dueDate: true,
  }).shape,
  /** The day on which it was sent, which is its date. */
  sentOn: date.nullable(),
  partPaidCents: cents,
  creditedCents: cents,
});
export type ListedInvoice = z.infer<typeof ListedInvoice>;
const listedInvoice = json(ListedInvoice, 'row');

/** A page of invoices and estimates with the fields of ListedInvoice. */
export const listedInvoices = (
  asked: z.output<typeof listInvoicesInput>,
  variant: ListVariant = {},
): FragmentSqlToken => invoicePage(asked, { ...variant, record: listedInvoice });

/**
 * The query of a list (listedInvoices) and the query around it, each materialized (offset 0). The ids are arrays, which are always
 * looked up in an index: the planner would join a subquery, and might read the whole workspace.
 */
export const invoiceList = (list: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  select l.data, l.page, ${today} as today,
    (select coalesce(json_object_agg(p.id, ${object(sql.fragment`p.name, c.name as client, p.trashed_at is not null as "isTrashed"`)}), '{}')
       from corkboard.projects p
       join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = p.client_id
      where p.workspace_id = ${workspaceId} and p.id = any (e.projects)) as projects,
    (select coalesce(json_object_agg(a.record_id, ${historyEntry}), '{}')
       from corkboard.audit_log a
      where a.workspace_id = ${workspaceId} and a.record_id = any (e.ids) and a.action like '%.drafted') as drafts,
    case when e.estimates is not null then (
      select json_object_agg(a.estimate_id, a.answer)
        from corkboard.estimate_answers a
       where a.workspace_id = ${workspaceId} and a.estimate_id = any (e.estimates)) end as answers,
    case when e.estimates is not null then (
      select json_agg(c.estimate_id)
        from ${conversions}
       where c.workspace_id = ${workspaceId} and c.estimate_id = any (e.estimates)) end as converted,
    ${undelivered(sql.fragment`m.record_id = any (e.ids)`)} as undelivered
    from (${list} offset 0) l
   cross join lateral (
     select array_agg(i.id) as ids, array_agg(i."projectId") as projects,
            array_agg(i.id) filter (where i.kind = 'estimate' and i.status = 'SENT') as estimates
       from json_to_recordset(l.data) i (id uuid, "projectId" uuid, kind text, status text) offset 0) e`;

/** The selection of invoices in a list. */
export interface InvoiceFilters {
  status: string;
  kind: string;
  project_id: string;
  overdue: boolean;
  /** A condition on corkboard.invoices, for a search or a client. */
  matches?: FragmentSqlToken | undefined;
}

/** Whether a list shows only what clients have to pay, so that its total is what is due. */
export const isOfDue = ({ status, kind, overdue }: Pick<InvoiceFilters, 'status' | 'kind' | 'overdue'>) =>
  overdue || (status === 'SENT' && kind !== 'estimate');

/**
 * The number of invoices of each tab, of the workspace or of a project, and the totals of the listed ones by currency:
 * what is due of those that were sent. Triggers maintain these counts and sums; only overdue invoices, of which there are
 * few, are summed from an index.
 */
export function invoiceSums({
  status,
  kind,
  project_id,
  overdue,
  matches,
}: InvoiceFilters): FragmentSqlToken {
  const ofProject =
    project_id === '' ? sql.fragment`` : sql.fragment` and s.project_id = ${asUuid(project_id)}`;
  // With a condition, the rows are summed instead.
  const found =
    matches &&
    sql.fragment`found as materialized (
      select workspace_id, project_id, kind, status, currency, due_date, count(*) as invoices, sum(total_cents) as total_cents, sum(part_paid_cents) as part_paid_cents
        from corkboard.invoices where workspace_id = ${workspaceId} and ${matches} group by 1, 2, 3, 4, 5, 6),`;
  const rowsOf = (table: string) =>
    found ? sql.fragment`found` : sql.fragment`corkboard.${sql.identifier([table])}`;
  const due = sql.fragment`sum(s.total_cents - s.part_paid_cents) as "totalCents"`;
  const late = sql.fragment`
    select s.currency, ${found ? sql.fragment`sum(s.invoices)` : sql.fragment`count(*)`} as invoices, ${due}
      from ${rowsOf('invoices')} s
     where s.workspace_id = ${workspaceId} and s.kind = 'invoice' and s.status = 'SENT' and s.due_date < ${today}${ofProject}
     group by 1`;
  const chosenKind = isOfDue({ status, kind, overdue }) ? 'invoice' : kind;
  const sums = overdue
    ? sql.fragment`select l.currency, l."totalCents" from late l`
    : sql.fragment`
        select s.currency, ${due} from ${rowsOf('project_invoice_sums')} s
         where s.workspace_id = ${workspaceId} and s.status = ${status} and (${chosenKind} = '' or s.kind = ${chosenKind})${ofProject}
           and s.invoices > 0
         group by 1`;
  // Invoices of all states have no total.
  const totals =
    overdue || status !== ''
      ? objects(sql.fragment`select t.* from (${sums}) t order by t.currency`)
      : sql.fragment`'[]'::json`;
  return sql.fragment`
    with ${found ?? sql.fragment``} late as materialized (${late})
    select ${objects(sql.fragment`
             select s.kind, s.status, sum(s.invoices)::bigint as invoices
               from ${rowsOf(project_id === '' ? 'invoice_counts' : 'project_invoice_sums')} s where s.workspace_id = ${workspaceId}${ofProject} group by s.kind, s.status`)} as counts,
           (select coalesce(sum(l.invoices), 0)::bigint from late l) as overdue,
           ${totals} as totals`;
}

/** The most projects that the filter offers. */
const maxProjectOptions = 20;

/** The newest projects, as `projects`, and the selected one, even if it is older. */
export const projectOptions = (chosen: string): FragmentSqlToken => sql.fragment`
  select ${objects(sql.fragment`
    select p.id, p.name
      from (
        (select p.id, p.name from corkboard.projects p
          where p.workspace_id = ${workspaceId} and p.trashed_at is null
          order by p.created_at desc, p.id desc limit ${maxProjectOptions})
        union
        select p.id, p.name from corkboard.projects p
         where p.workspace_id = ${workspaceId} and p.id = ${asUuid(chosen)}
      ) p
     order by p.name collate "und-x-icu", p.id`)} as projects`;
