-- What reports need of sent invoices and of payments, in narrow tables whose indexes contain what is summed. They are filled
-- when the release creates the triggers that maintain them.

create table corkboard.receivables (
  workspace_id uuid not null references corkboard.workspaces (id),
  invoice_id uuid not null,
  client_id uuid not null,
  currency text not null,
  sent_at timestamptz not null,
  due_date date,
  total_cents bigint not null,
  due_cents bigint not null,
  primary key (workspace_id, invoice_id)
);
create index receivables_sent on corkboard.receivables (workspace_id, currency, sent_at, invoice_id)
  include (client_id, due_date, total_cents, due_cents);
create index receivables_due on corkboard.receivables (workspace_id, currency, due_date)
  include (client_id, sent_at, due_cents) where due_cents > 0;
comment on table corkboard.receivables is
  'Invoices that were sent and not voided, those that were paid included. Maintained by a trigger on invoices.';
comment on column corkboard.receivables.invoice_id is 'The invoice.';
comment on column corkboard.receivables.client_id is 'The client of its project.';
comment on column corkboard.receivables.currency is 'The currency of its amounts (ISO 4217).';
comment on column corkboard.receivables.sent_at is 'When it was sent.';
comment on column corkboard.receivables.due_date is 'Until when it is to be paid; null: no date.';
comment on column corkboard.receivables.total_cents is 'What it comes to, with tax and late fees.';
comment on column corkboard.receivables.due_cents is 'What is still to be paid of it.';

create table corkboard.receipts (
  workspace_id uuid not null references corkboard.workspaces (id),
  payment_id uuid not null,
  client_id uuid not null,
  currency text not null,
  paid_on date not null,
  amount_cents bigint not null,
  primary key (workspace_id, payment_id)
);
create index receipts_paid on corkboard.receipts (workspace_id, currency, paid_on, payment_id)
  include (client_id, amount_cents);
comment on table corkboard.receipts is 'Payments with their clients. Maintained by a trigger on payments.';
comment on column corkboard.receipts.payment_id is 'The payment.';
comment on column corkboard.receipts.client_id is 'The client of the invoice''s project.';
comment on column corkboard.receipts.currency is 'The currency of the amount (ISO 4217).';
comment on column corkboard.receipts.paid_on is 'The day on which the money arrived.';
comment on column corkboard.receipts.amount_cents is 'The amount.';
