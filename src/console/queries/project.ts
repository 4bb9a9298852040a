import { z } from 'zod';
import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import type { listProjectsInput } from '../../operations/listProjects.ts';
import { projectList } from '../../operations/listProjects.ts';
import { ProjectClient } from '../../records/client.ts';
import { Contact } from '../../records/contacts.ts';
import { fields, json, object, objects, workspaceId } from '../../records/fragments.ts';
import type { ListVariant } from '../../records/list.ts';
import { Project, type TimeTotals } from '../../records/project.ts';
import { invoiceSumsOf } from '../../records/projectFigures.ts';
import { scopeCurrency } from '../../records/scopeColumns.ts';
import { cents, count, currency, date, timestamp } from '../../vocabulary/fields.ts';
import { asUuid } from '../../vocabulary/id.ts';
import { actorOf } from './actor.ts';
import { dayInZone } from './dayInZone.ts';
import { receivedCents } from './due.ts';
import { projectMatches } from './search.ts';

/** The data of a project for all tabs of its page. Fields of the scope are null if there is none. */
const ConsoleProject = z.strictObject({
  ...Project.shape,
  client: z.strictObject({
    ...ProjectClient.shape,
    contactName: z.string().nullable(),
    email: z.string().nullable(),
    billingEmail: z.string().nullable(),
    contacts: z.array(Contact).nullable(),
  }),
  notes: z.string().nullable(),
  createdBy: z.string().nullable(),
  /** The currency of its amounts, which is the scope's. */
  currency,
  scopeVersion: count.nullable(),
  approvedAt: timestamp.nullable(),
  /** Who recorded the approval for the client; null if the client did it. */
  approvalRecordedBy: z.string().nullable(),
  signedAt: timestamp.nullable(),
  /** Who recorded the signature for the client; null if the client did it. */
  signatureRecordedBy: z.string().nullable(),
});
export type ConsoleProject = z.infer<typeof ConsoleProject>;

const privateClient = object(sql.fragment`
  ${fields('c', 'id name company contactName email billingEmail contacts')}
    from corkboard.clients c where c.workspace_id = ${workspaceId} and c.id = p.client_id`);

/** A column of the agreement of a row `p` of projects; null if it has none. */
const ofAgreement = (column: FragmentSqlToken) => sql.fragment`(
  select ${column} from corkboard.agreements a
   where a.workspace_id = ${workspaceId} and a.project_id = p.id)`;

const projectRecord = json(ConsoleProject, 'p', {
  client: privateClient,
  createdBy: actorOf('p', 'project.created'),
  currency: sql.fragment`coalesce(${scopeCurrency('s')}, admitted.currency)`,
  scopeVersion: sql.fragment`s.version`,
  approvedAt: sql.fragment`corkboard.iso(s.approved_at)`,
  approvalRecordedBy: sql.fragment`s.approval_recorded_by`,
  signedAt: ofAgreement(sql.fragment`corkboard.iso(a.signed_at)`),
  signatureRecordedBy: ofAgreement(sql.fragment`a.recorded_by`),
});

const fromProject = (id: string) => sql.fragment`
  corkboard.projects p
    left join corkboard.scopes s on s.workspace_id = ${workspaceId} and s.project_id = ${asUuid(id)}
   where p.workspace_id = ${workspaceId} and p.id = ${asUuid(id)} and p.trashed_at is null`;

/** One row with the project; no row if it doesn't exist. */
export const consoleProject = (id: string): FragmentSqlToken =>
  sql.fragment`select ${projectRecord} as project from ${fromProject(id)}`;

/** The sums of a project's invoices in one currency; currencies are never added up. */
export interface ProjectSums {
  currency: string;
  /** Of invoices that were sent, less what was credited. */
  invoicedCents: number;
  /** The amounts paid, in whole and in part, and due. */
  receivedCents: number;
  dueCents: number;
  draftCents: number;
}

/** The ProjectSums of a row `project` by currency, of invoices and not of estimates. */
export const projectSums = (project: string): FragmentSqlToken =>
  objects(sql.fragment`
    select s.currency,
           coalesce(sum(s.total_cents) filter (where s.status in ('SENT', 'PAID')), 0) - sum(s.credited_cents) - (
             -- The kept sums leave out of what was credited what is a balance.
             select coalesce(sum(i.balance_cents), 0) from corkboard.invoices i
              where i.workspace_id = ${workspaceId} and i.client_id = ${sql.identifier([project, 'client_id'])} and i.balance_cents > 0
                and i.project_id = ${sql.identifier([project, 'id'])} and i.currency = s.currency) as "invoicedCents",
           ${receivedCents} as "receivedCents",
           coalesce(sum(s.total_cents) filter (where s.status = 'SENT'), 0) - sum(s.part_paid_cents) as "dueCents",
           coalesce(sum(s.total_cents) filter (where s.status = 'DRAFT'), 0) as "draftCents"
    ${invoiceSumsOf(project)} and s.status <> 'VOID'
     group by s.currency
    having sum(s.invoices) > 0
     order by s.currency collate "C"`);

/** A project in the console's list, with what is due of its invoices by currency. */
const ListedProject = z.strictObject({
  ...Project.pick({ id: true, name: true, stage: true, status: true }).shape,
  addedOn: date,
  /** The name of its client. */
  client: z.string(),
  /** The price of its scope with tax, which amounts due include too; null: no fixed price. */
  price: z.strictObject({ currency, withTaxCents: cents }).nullable(),
  due: z.array(z.strictObject({ currency, dueCents: cents })),
});
export type ListedProject = z.infer<typeof ListedProject>;

/** An agreed price with tax, as invoices have it, in a query with the workspace as `w` and the client as `c`. */
export const priceWithTax = (price: FragmentSqlToken) => sql.fragment`
  corkboard.price_with_tax(${price}, w.tax_rate_bps, w.prices_include_tax, coalesce(c.zero_tax_reason, w.zero_tax_reason))`;

const listedProject = json(ListedProject, 'row', {
  addedOn: dayInZone(sql.fragment`row.created_at`),
  client: sql.fragment`(
    select c.name from corkboard.clients c where c.workspace_id = ${workspaceId} and c.id = row.client_id)`,
  price: object(sql.fragment`
    ${scopeCurrency('s')} as currency,
    ${priceWithTax(sql.fragment`s.price_cents`)} as "withTaxCents"
      from corkboard.scopes s
      join corkboard.workspaces w on w.id = ${workspaceId}
      join corkboard.clients c on c.workspace_id = ${workspaceId} and c.id = row.client_id
     where s.workspace_id = ${workspaceId} and s.project_id = row.id and s.price_cents is not null`),
  due: objects(sql.fragment`
    select s.currency, sum(s.total_cents - s.part_paid_cents) as "dueCents"
    ${invoiceSumsOf('row')} and s.status = 'SENT'
     group by s.currency having sum(s.total_cents - s.part_paid_cents) > 0
     order by s.currency collate "C"`),
});

/** A page of projects with the fields of ListedProject. */
export const listedProjects = (
  asked: z.output<typeof listProjectsInput>,
  variant: ListVariant = {},
): FragmentSqlToken => projectList(asked, { ...variant, record: listedProject });

/** The totals of a project. */
export interface ProjectTotals {
  roundsUsed: number;
  /** The included rounds of the scope; null if there is no scope. */
  roundsIncluded: number | null;
  /** The rounds and amounts that change orders added. */
  roundsAdded: number;
  amountsAdded: { currency: string; cents: number }[];
  invoiceSums: ProjectSums[];
  time: z.infer<typeof TimeTotals>;
  scopePriceCents: number | null;
}

/** The totals of the time entries of a row `p` of projects. */
const timeTotals = object(sql.fragment`
  count(*) as "entryCount",
  coalesce(sum(t.minutes), 0)::bigint as "totalMinutes",
  coalesce(sum(t.minutes) filter (where t.billable), 0)::bigint as "billableMinutes"
  from corkboard.time_entries t where t.workspace_id = ${workspaceId} and t.project_id = p.id`);

/** One row with the totals of a project. */
export const projectTotals = (id: string): FragmentSqlToken => sql.fragment`
  select (
      select coalesce(max(r.round_number), 0) from corkboard.revisions r
       where r.workspace_id = ${workspaceId} and r.project_id = p.id) as "roundsUsed",
    s.revision_rounds as "roundsIncluded",
    corkboard.change_order_rounds(row(p.*)::corkboard.projects) as "roundsAdded",
    ${objects(sql.fragment`
      select o.currency, sum(o.amount_cents) as cents from corkboard.change_orders o
       where o.workspace_id = ${workspaceId} and o.project_id = p.id group by o.currency order by o.currency`)} as "amountsAdded",
    ${projectSums('p')} as "invoiceSums",
    ${timeTotals} as time,
    s.price_cents as "scopePriceCents"
    from ${fromProject(id)}`;

/** The number of projects by status, as `byStatus`; only those of a stage or of a search, if these aren't blank. */
export function projectCounts(search: string, stage: string): FragmentSqlToken {
  const ofStage = stage === '' ? sql.fragment`` : sql.fragment` and stage = ${stage}`;
  // Triggers maintain the counts of all projects. The results of a search are counted here.
  const counts =
    search.trim() === ''
      ? sql.fragment`
          select status, sum(projects)::bigint as projects from corkboard.project_counts
           where workspace_id = ${workspaceId}${ofStage} group by status`
      : sql.fragment`
          select status, count(*) as projects from corkboard.projects
           where workspace_id = ${workspaceId} and trashed_at is null and ${projectMatches(search)}${ofStage} group by status`;
  return sql.fragment`select ${objects(counts)} as "byStatus"`;
}
