import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import type { AgreedItem } from '../../documents/agreedLines.ts';
import { objects, selectList, today, workspaceId } from '../../records/fragments.ts';
import { actorOf } from './actor.ts';
import { type MailedKind, mailedRecordName } from './documentMail.ts';
import { type Health, withHealth } from './endpoints.ts';

// The items of the home page, in groups. The groups are read from partial indexes, so their cost doesn't depend on the size
// of the workspace.

/** How many items of a group the home page shows, and how many if all are asked for. One more is read, to tell if there are more. */
const maxAtFirst = 3;
const maxAskedFor = 10;

/** How many items of a group to show. `hasAll`: whether all are asked for. */
export const maxShown = (hasAll: boolean): number => (hasAll ? maxAskedFor : maxAtFirst);

/** How many characters of a client's words an item shows. */
export const maxNote = 160;

/** An item of the home page. Each group uses only some of the fields. */
export interface HomeItem {
  /** The id of the linked record: a project, an invoice, an endpoint. */
  id: string;
  /** The invoice's number, the project's name, the endpoint's host, what an emailed document is known by. */
  name: string;
  /** The client's name, the company of a person who sent an inquiry, or the address that an email failed for. */
  client?: string | null;
  /** The project's name. */
  project?: string;
  /** The price of a scope, the total of a draft, what is due of an overdue invoice. */
  cents?: number | null;
  /** The total of an invoice that was paid in part. */
  totalCents?: number | null;
  currency?: string | null;
  since?: string | null;
  /** How many days an invoice is late. */
  daysLate?: number;
  /** The channel through which an assistant drafted it. */
  via?: 'api' | 'mcp';
  /** The label of the key that drafted it, or the name that the client typed. */
  by?: string | null;
  /**
   * The question of a verdict, what a client asked to change, what an inquiry says, the used and included rounds, the title of a
   * change order or number of an estimate, or the reason of an endpoint's state or an email's failure.
   */
  note?: string | null;
  /** An endpoint's state. */
  state?: Health['state'];
  /** The emailed document. */
  kind?: MailedKind;
  /** An agreed item and its kind. */
  item?: string;
  agreed?: AgreedItem['kind'];
  /** The number of a part of its payment plan, and the version of what was agreed for the project. */
  part?: number;
  version?: number;
}

function group(
  has: Partial<Record<keyof HomeItem, FragmentSqlToken>>,
  rows: FragmentSqlToken,
): FragmentSqlToken {
  return objects(sql.fragment`select ${selectList(has)} from ${rows} limit ${maxAskedFor + 1}`);
}

const clientName = sql.fragment`(
  select c.name from corkboard.clients c where c.workspace_id = ${workspaceId} and c.id = p.client_id)`;

const invoice = {
  id: sql.fragment`i.id`,
  name: sql.fragment`i.number`,
  client: clientName,
  project: sql.fragment`p.name`,
  currency: sql.fragment`i.currency`,
};
const project = { id: sql.fragment`p.id`, name: sql.fragment`p.name`, client: clientName };

/** Makes the planner read a subquery first. Otherwise it might begin with the projects, of which there are more. */
const readFirst = sql.fragment`offset 0`;

const projectOf = (table: string) => {
  const record = (column: string) => sql.identifier([table, column]);
  return sql.fragment`
    join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = ${record('project_id')}
      and p.trashed_at is null`;
};
/** An agreed item `a`, with the title of its change order or the number of its estimate. */
const agreedItem = {
  item: sql.fragment`a.id`,
  agreed: sql.fragment`a.kind`,
  currency: sql.fragment`a.currency`,
  note: sql.fragment`coalesce(
    (select o.title from corkboard.change_orders o where o.workspace_id = ${workspaceId} and o.id = a.record_id),
    (select i.number from corkboard.invoices i where i.workspace_id = ${workspaceId} and i.id = a.record_id))`,
};
/** The groups, by name. */
export const homeGroups = {
  drafts: group(
    {
      ...invoice,
      cents: sql.fragment`i.total_cents`,
      since: sql.fragment`corkboard.iso(i.created_at)`,
      via: sql.fragment`i.created_via`,
      by: sql.fragment`case i.kind when 'estimate' then ${actorOf('i', 'estimate.drafted')} else ${actorOf('i', 'invoice.drafted')} end`,
    },
    sql.fragment`(
        select i.workspace_id, i.id, i.project_id, i.kind, i.number, i.total_cents, i.currency, i.created_at, i.created_via
          from corkboard.invoices i
         where i.workspace_id = ${workspaceId} and i.status = 'DRAFT' and i.created_via <> 'app'
         order by i.created_at desc, i.id desc ${readFirst}) i
      ${projectOf('i')}
      order by i.created_at desc, i.id desc`,
  ),
  scopes: group(
    {
      ...project,
      since: sql.fragment`corkboard.iso(v.drafted_at)`,
      via: sql.fragment`v.drafted_via`,
      by: sql.fragment`v.drafted_by`,
      cents: sql.fragment`s.price_cents`,
      currency: sql.fragment`s.currency`,
    },
    sql.fragment`corkboard.scopes s ${projectOf('s')}
      join corkboard.scope_versions v on v.workspace_id = ${workspaceId} and v.project_id = s.project_id
        and v.version = s.version and v.drafted_via <> 'app'
      where s.workspace_id = ${workspaceId} and s.version > 0 and s.approved_at is null
      order by s.project_id desc`,
  ),
  /** Clients' requests to change scopes. */
  requests: group(
    {
      ...project,
      since: sql.fragment`corkboard.iso(r.requested_at)`,
      by: sql.fragment`r.requested_by`,
      note: sql.fragment`left(r.text, ${maxNote + 1})`,
    },
    sql.fragment`(
        select r.workspace_id, r.project_id, r.id, r.requested_at, r.requested_by, r.text from corkboard.scope_change_requests r
         where r.workspace_id = ${workspaceId} and r.resolved_at is null
         order by r.requested_at desc, r.id desc ${readFirst}) r
      ${projectOf('r')}
      order by r.requested_at desc, r.id desc`,
  ),
  inquiries: group(
    {
      id: sql.fragment`i.id`,
      name: sql.fragment`i.name`,
      client: sql.fragment`i.company`,
      since: sql.fragment`corkboard.iso(i.received_at)`,
      note: sql.fragment`left(i.message, ${maxNote + 1})`,
    },
    sql.fragment`corkboard.inquiries i
      where i.workspace_id = ${workspaceId} and i.dismissed_at is null and i.converted_at is null
      order by i.received_at desc, i.id desc`,
  ),
  overdue: group(
    {
      ...invoice,
      cents: sql.fragment`i.total_cents - i.part_paid_cents`,
      totalCents: sql.fragment`case when i.part_paid_cents > 0 then i.total_cents end`,
      daysLate: sql.fragment`${today} - i.due_date`,
    },
    sql.fragment`corkboard.invoices i ${projectOf('i')}
      where i.workspace_id = ${workspaceId} and i.kind = 'invoice' and i.status = 'SENT'
        and i.due_date < ${today}
      order by i.due_date, i.id`,
  ),
  /** What clients agreed to pay, and nothing of which is on an invoice or a draft. */
  toInvoice: group(
    {
      ...project,
      ...agreedItem,
      cents: sql.fragment`a.remaining_gross_cents`,
      since: sql.fragment`corkboard.iso(a.agreed_at)`,
    },
    sql.fragment`(
        select a.workspace_id, a.id, a.project_id, a.kind, a.record_id, a.currency, a.remaining_gross_cents, a.agreed_at
          from corkboard.agreed_items a
         where a.workspace_id = ${workspaceId} and a.closed_at is null and a.invoiced_gross_cents = 0 and a.drafted_gross_cents = 0
           and a.payment_parts is null
         order by a.agreed_at, a.id ${readFirst}) a
      ${projectOf('a')}
      order by a.agreed_at, a.id`,
  ),
  /** Parts of payment plans that are due and on no invoice. */
  dueParts: group(
    {
      ...project,
      ...agreedItem,
      part: sql.fragment`e.number`,
      cents: sql.fragment`(e.part ->> 'cents')::bigint`,
      version: sql.fragment`a.version`,
    },
    sql.fragment`(
        select a.workspace_id, a.id, a.project_id, a.kind, a.record_id, a.currency, a.payment_parts, a.version, a.agreed_at
          from corkboard.agreed_items a
         where a.workspace_id = ${workspaceId} and a.payment_parts is not null and a.closed_at is null and a.remaining_gross_cents > 0
         order by a.agreed_at, a.id ${readFirst}) a
      ${projectOf('a')}
      cross join lateral jsonb_array_elements(a.payment_parts) with ordinality e (part, number)
      where corkboard.is_part_due(e.part, a.workspace_id, a.project_id) and not exists (
        select 1 from corkboard.billed_items b
         where b.workspace_id = ${workspaceId} and b.item_id = a.id and b.gross_cents > 0
           and b.invoice_id = (e.part ->> 'invoiceId')::uuid)
      order by a.agreed_at, a.id, e.number`,
  ),
  /** Emails to clients that failed, by one of the addresses that they failed for. */
  mails: group(
    {
      id: sql.fragment`m.id`,
      name: mailedRecordName,
      kind: sql.fragment`m.kind`,
      client: sql.fragment`m.rejected[1]`,
      note: sql.fragment`m.failure`,
      since: sql.fragment`corkboard.iso(m.flagged_at)`,
    },
    sql.fragment`(
        select f.id from corkboard.document_mails f
         where f.workspace_id = ${workspaceId} and f.flagged_at is not null
         order by f.flagged_at desc, f.id desc ${readFirst}) f
      join corkboard.document_mails m on m.workspace_id = ${workspaceId} and m.id = f.id
      left join corkboard.projects p on p.workspace_id = ${workspaceId} and p.id = m.project_id
      left join corkboard.invoices i on i.workspace_id = ${workspaceId} and i.id = m.record_id
      where p.trashed_at is null and i.status is distinct from 'VOID'
      order by m.flagged_at desc, m.id desc`,
  ),
  /** Intakes of active projects without a scope, because the scope needs the answers. */
  intakes: group(
    { ...project, since: sql.fragment`corkboard.iso(a.submitted_at)` },
    sql.fragment`(
        select a.workspace_id, a.project_id, a.submitted_at from corkboard.intakes a
         where a.workspace_id = ${workspaceId} and a.submitted_at is not null and not a.has_scope ${readFirst}) a
      ${projectOf('a')} and p.status = 'active'
      join corkboard.scopes s on s.workspace_id = ${workspaceId} and s.project_id = a.project_id and s.version = 0
      order by a.project_id desc`,
  ),
  /** Only questions about the last round, because a later round shows that the question was answered. */
  questions: group(
    { ...project, since: sql.fragment`corkboard.iso(r.logged_at)`, note: sql.fragment`r.verdict_question` },
    sql.fragment`corkboard.revisions r ${projectOf('r')} and p.status = 'active'
      where r.workspace_id = ${workspaceId} and r.verdict = 'needs_question'
        and not exists (
          select 1 from corkboard.revisions l
           where l.workspace_id = ${workspaceId} and l.project_id = r.project_id and l.round_number > r.round_number)
      order by r.project_id desc`,
  ),
  overBudget: group(
    {
      ...project,
      since: sql.fragment`corkboard.iso(r.logged_at)`,
      note: sql.fragment`r.round_number || ' of ' || b.rounds`,
    },
    sql.fragment`(
        select s.workspace_id, s.project_id, s.revision_rounds, s.rounds_used from corkboard.scopes s
         where s.workspace_id = ${workspaceId} and s.rounds_used > s.revision_rounds ${readFirst}) s
      ${projectOf('s')} and p.status = 'active'
      cross join lateral (select s.revision_rounds + corkboard.change_order_rounds(row(p.*)::corkboard.projects) as rounds) b
      cross join lateral (
        select r.logged_at, r.round_number from corkboard.revisions r
         where r.workspace_id = ${workspaceId} and r.project_id = s.project_id and r.round_number = s.rounds_used ${readFirst}) r
      where s.rounds_used > b.rounds
      order by s.project_id desc`,
  ),
  /**
   * Endpoints that are off or failing. None if the plan has no webhooks, because then nothing can be done about them.
   */
  endpoints: group(
    {
      id: sql.fragment`e.id`,
      name: sql.fragment`corkboard.url_host(e.url)`,
      since: sql.fragment`corkboard.iso(h.since)`,
      state: sql.fragment`h.state`,
      note: sql.fragment`h.why`,
    },
    sql.fragment`corkboard.webhook_endpoints e ${withHealth}
      where e.workspace_id = ${workspaceId} and e.removed_at is null and h.state in ('failing', 'off')
      order by h.since desc nulls last, e.id`,
  ),
};
