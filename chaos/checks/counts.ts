import { contradictions } from './check.ts';
import { made } from './records.ts';

/** Compares a table of counts with the counted rows. If there are none, the count may be missing or 0. */
const equal = (table: string, keys: string, count: string, rows: string) =>
  contradictions(
    `select ${keys}, coalesce(kept.${count}, 0) as kept, coalesce(counted.n, 0) as counted
     from corkboard.${table} kept
     full join (select ${keys}, count(*) as n from ${rows} group by ${keys}) counted using (${keys})
     where coalesce(kept.${count}, 0) <> coalesce(counted.n, 0)`,
  );

export const clientCountsEqualTheClients = equal(
  'client_counts',
  'workspace_id',
  'clients',
  'corkboard.clients where trashed_at is null',
);
export const projectCountsEqualTheProjects = equal(
  'project_counts',
  'workspace_id, status, stage',
  'projects',
  'corkboard.projects where trashed_at is null',
);
export const invoiceCountsEqualTheInvoices = equal(
  'invoice_counts',
  'workspace_id, kind, status',
  'invoices',
  'corkboard.invoices',
);
const sums = 'workspace_id, project_id, kind, status, currency';
export const projectInvoiceSumsCountTheInvoices = equal(
  'project_invoice_sums',
  sums,
  'invoices',
  'corkboard.invoices',
);
export const projectInvoiceSumsAddUp = contradictions(
  `select ${sums}, s.total_cents - s.part_paid_cents as kept, i.due_cents as added
   from corkboard.project_invoice_sums s
   full join (select ${sums}, sum(total_cents - part_paid_cents) as due_cents from corkboard.invoices group by ${sums}) i using (${sums})
   where coalesce(s.total_cents - s.part_paid_cents, 0) <> coalesce(i.due_cents, 0)`,
);

/** Compares the sum of all months, because a month may end during a run. */
export const monthlyWritesEqualWhatTheApiMade = contradictions(
  `select workspace_id, coalesce(m.used, 0) as kept, coalesce(a.n, 0) as counted
   from (select workspace_id, sum(used) as used from corkboard.monthly_writes group by 1) m
   full join (select workspace_id, count(*) as n from (${made}) r group by 1) a using (workspace_id)
   where coalesce(m.used, 0) <> coalesce(a.n, 0)`,
);

export const invoicesAndPaymentsNameTheirClients = contradictions(
  `select i.id as invoice, y.id as payment, i.client_id, y.client_id as client_of_payment, p.client_id as client_of_project
     from corkboard.invoices i
     join corkboard.projects p on p.workspace_id = i.workspace_id and p.id = i.project_id
     left join corkboard.payments y on y.workspace_id = i.workspace_id and y.invoice_id = i.id
    where i.client_id is distinct from p.client_id or (y.id is not null and y.client_id is distinct from p.client_id)`,
);
