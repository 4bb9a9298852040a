-- What reports need of sent invoices, in a narrow table. It is filled when the release creates the trigger that maintains it.

create table corkboard.receivables (
  workspace_id uuid not null references corkboard.workspaces (id),
  invoice_id uuid not null,
  project_id uuid not null,
  client_id uuid not null,
  currency text not null,
  sent_at timestamptz not null,
  due_date date,
  total_cents bigint not null,
  due_cents bigint not null,
  primary key (workspace_id, invoice_id)
);
comment on table corkboard.receivables is
  'Invoices that were sent and not voided, those that were paid included. Maintained by a trigger on invoices.';
comment on column corkboard.receivables.invoice_id is 'The invoice.';
comment on column corkboard.receivables.project_id is 'Its project.';
comment on column corkboard.receivables.client_id is 'The project''s client.';
comment on column corkboard.receivables.currency is 'The currency of its amounts (ISO 4217).';
comment on column corkboard.receivables.sent_at is 'When it was sent.';
comment on column corkboard.receivables.due_date is 'Until when it is to be paid; null: no date.';
comment on column corkboard.receivables.total_cents is 'What it comes to, with tax and late fees.';
comment on column corkboard.receivables.due_cents is 'What is still to be paid of it.';
