create table corkboard.payments (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  invoice_id uuid not null,
  client_id uuid not null,
  kind text not null default 'payment' check (kind in ('payment', 'refund', 'transfer')),
  amount_cents bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  paid_on date not null,
  method text check (char_length(method) between 1 and 100),
  reference text check (char_length(reference) between 1 and 200),
  note text check (char_length(note) between 1 and 2000),
  recorded_by text check (char_length(recorded_by) between 1 and 254),
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, invoice_id) references corkboard.invoices (workspace_id, id),
  constraint payments_amount_cents_check check (
    amount_cents <> 0 and (kind <> 'payment' or amount_cents > 0) and (kind <> 'refund' or amount_cents < 0))
);
create index payments_of_invoice on corkboard.payments (workspace_id, invoice_id);
-- Contains what is summed by day.
create index payments_by_day on corkboard.payments (workspace_id, paid_on) include (currency, amount_cents);
-- Contains what reports sum.
create index payments_received on corkboard.payments (workspace_id, currency, paid_on, id) include (client_id, amount_cents);
-- For what was recorded since an export for the books.
create index payments_by_time on corkboard.payments (workspace_id, recorded_at) include (paid_on);
comment on table corkboard.payments is
  'Payments of invoices. Those of a PAID invoice add up to its total, those of a SENT one to part_paid_cents.';
comment on column corkboard.payments.invoice_id is 'The invoice that it pays, all or in part.';
comment on column corkboard.payments.client_id is 'The client of the invoice.';
comment on column corkboard.payments.kind is
  'payment, refund (of a balance, below 0) or transfer (of a balance from one invoice to another, a row for each, which add up to 0).';
comment on column corkboard.payments.amount_cents is 'The amount, above 0 if it lowers what is due.';
comment on column corkboard.payments.currency is 'The invoice''s currency (ISO 4217), so that sums by day need no other table.';
comment on column corkboard.payments.paid_on is 'The day on which the money arrived, as the member says.';
comment on column corkboard.payments.method is 'How it was paid, such as Bank transfer.';
comment on column corkboard.payments.reference is 'What identifies it at the bank or payment service.';
comment on column corkboard.payments.note is 'A note that only members see.';
comment on column corkboard.payments.recorded_by is 'The member, or operator, who recorded it; null: not known.';
comment on column corkboard.payments.recorded_at is 'When it was recorded.';

create table corkboard.removed_payments (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null,
  invoice_id uuid not null,
  client_id uuid not null,
  kind text not null default 'payment' check (kind in ('payment', 'refund', 'transfer')),
  amount_cents bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  paid_on date not null,
  method text check (char_length(method) between 1 and 100),
  reference text check (char_length(reference) between 1 and 200),
  note text check (char_length(note) between 1 and 2000),
  recorded_by text check (char_length(recorded_by) between 1 and 254),
  recorded_at timestamptz not null,
  removed_on date not null,
  removed_by text check (char_length(removed_by) between 1 and 254),
  removed_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, invoice_id) references corkboard.invoices (workspace_id, id),
  constraint removed_payments_amount_cents_check check (
    amount_cents <> 0 and (kind <> 'payment' or amount_cents > 0) and (kind <> 'refund' or amount_cents < 0))
);
create index removed_payments_of_invoice on corkboard.removed_payments (workspace_id, invoice_id);
create index removed_payments_by_time on corkboard.removed_payments (workspace_id, removed_at);
comment on table corkboard.removed_payments is
  'Payments that were recorded by mistake and removed. They count in no sum; for the books they are reversed on the day of their removal.';
comment on column corkboard.removed_payments.id is 'The id that the payment had.';
comment on column corkboard.removed_payments.invoice_id is 'The invoice.';
comment on column corkboard.removed_payments.client_id is 'The client of the invoice.';
comment on column corkboard.removed_payments.kind is 'payment, refund or transfer, as in payments.';
comment on column corkboard.removed_payments.amount_cents is 'The amount.';
comment on column corkboard.removed_payments.currency is 'The invoice''s currency (ISO 4217).';
comment on column corkboard.removed_payments.paid_on is 'The day on which the money was said to have arrived.';
comment on column corkboard.removed_payments.method is 'How it was paid.';
comment on column corkboard.removed_payments.reference is 'What identified it at the bank or payment service.';
comment on column corkboard.removed_payments.note is 'A note that only members see.';
comment on column corkboard.removed_payments.recorded_by is 'The member, or operator, who recorded it; null: not known.';
comment on column corkboard.removed_payments.recorded_at is 'When it was recorded.';
comment on column corkboard.removed_payments.removed_on is 'The day of its removal, in the time zone that the workspace had then.';
comment on column corkboard.removed_payments.removed_by is 'The member, or operator, who removed it.';
comment on column corkboard.removed_payments.removed_at is 'When it was removed.';
