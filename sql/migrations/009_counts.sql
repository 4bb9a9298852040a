-- Lists return exact totals. Counting 100,000 rows for each first page would cost more than the page itself, and writes
-- are rare, so triggers maintain the counts (maintain_client_counts and others).

create table corkboard.client_counts (
  workspace_id uuid primary key references corkboard.workspaces (id),
  clients bigint not null
);
comment on table corkboard.client_counts is 'Clients not trashed, per workspace. Maintained by a trigger on clients.';
comment on column corkboard.client_counts.clients is 'How many there are.';

create table corkboard.project_counts (
  workspace_id uuid not null references corkboard.workspaces (id),
  status text not null,
  stage text not null,
  projects bigint not null,
  primary key (workspace_id, status, stage)
);
comment on table corkboard.project_counts is
  'Projects not trashed, per workspace, status and stage. Maintained by a trigger on projects.';
comment on column corkboard.project_counts.status is 'The projects'' status.';
comment on column corkboard.project_counts.stage is 'The projects'' stage.';
comment on column corkboard.project_counts.projects is 'How many there are.';

create table corkboard.invoice_counts (
  workspace_id uuid not null references corkboard.workspaces (id),
  kind text not null,
  status text not null,
  invoices bigint not null,
  primary key (workspace_id, kind, status)
);
comment on table corkboard.invoice_counts is
  'Invoices per workspace, kind and status. Maintained by a trigger on invoices.';
comment on column corkboard.invoice_counts.kind is 'invoice or estimate.';
comment on column corkboard.invoice_counts.status is 'DRAFT, SENT, PAID or VOID.';
comment on column corkboard.invoice_counts.invoices is 'How many there are.';

create table corkboard.invoice_due_counts (
  workspace_id uuid not null references corkboard.workspaces (id),
  due_date date not null,
  invoices bigint not null,
  primary key (workspace_id, due_date)
);
-- Contains what is summed.
create index invoice_due_counts_invoices on corkboard.invoice_due_counts (workspace_id, due_date) include (invoices);
comment on table corkboard.invoice_due_counts is
  'Invoices awaiting payment (kind invoice, status SENT) per due date: those before today are overdue. Maintained by a trigger on invoices.';
comment on column corkboard.invoice_due_counts.due_date is 'The day on which they are due.';
comment on column corkboard.invoice_due_counts.invoices is 'How many there are.';

create table corkboard.project_invoice_sums (
  workspace_id uuid not null,
  project_id uuid not null,
  kind text not null,
  status text not null,
  currency text not null,
  invoices bigint not null,
  total_cents numeric not null,
  primary key (workspace_id, project_id, kind, status, currency)
);
comment on table corkboard.project_invoice_sums is
  'The number and total of invoices per project, kind, status and currency. Maintained by a trigger on invoices.';
comment on column corkboard.project_invoice_sums.kind is 'invoice or estimate.';
comment on column corkboard.project_invoice_sums.status is 'DRAFT, SENT, PAID or VOID.';
comment on column corkboard.project_invoice_sums.currency is 'The currency of the sum (ISO 4217).';
comment on column corkboard.project_invoice_sums.invoices is 'How many there are.';
comment on column corkboard.project_invoice_sums.total_cents is 'What they come to, with tax and late fees.';
