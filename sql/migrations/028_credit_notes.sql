create table corkboard.credit_notes (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  invoice_id uuid not null,
  client_id uuid not null,
  sequence integer not null check (sequence >= 1),
  number text not null check (char_length(number) between 1 and 64),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  line_items json not null check (json_typeof(line_items) = 'array'),
  net_cents bigint not null check (net_cents >= 0),
  tax_cents bigint not null check (tax_cents >= 0),
  late_fee_cents bigint not null default 0 check (late_fee_cents >= 0),
  total_cents bigint not null generated always as (net_cents + tax_cents + late_fee_cents) stored check (total_cents > 0),
  reason text check (char_length(reason) between 1 and 500),
  credited_on date not null,
  created_by text check (char_length(created_by) between 1 and 254),
  created_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  -- This index also finds the last number.
  unique (workspace_id, sequence),
  unique (workspace_id, number),
  foreign key (workspace_id, invoice_id) references corkboard.invoices (workspace_id, id)
);
create index credit_notes_of_invoice on corkboard.credit_notes (workspace_id, invoice_id);
-- Contains what reports sum.
create index credit_notes_by_day on corkboard.credit_notes (workspace_id, currency, credited_on, id)
  include (invoice_id, client_id, total_cents);
-- For what was recorded since an export for the books.
create index credit_notes_by_time on corkboard.credit_notes (workspace_id, created_at) include (credited_on);
comment on table corkboard.credit_notes is
  'Credit notes, which take back an invoice that was sent, all or in part. They never change. Those of an invoice add up to its credited_cents.';
comment on column corkboard.credit_notes.invoice_id is 'The invoice that it corrects.';
comment on column corkboard.credit_notes.client_id is 'The client of the invoice.';
comment on column corkboard.credit_notes.sequence is 'Counts up per workspace without gaps; number is made of it.';
comment on column corkboard.credit_notes.number is 'The number on the document (invoice_number).';
comment on column corkboard.credit_notes.currency is 'The invoice''s currency (ISO 4217), so that sums by day need no other table.';
comment on column corkboard.credit_notes.line_items is
  'What it credits: for each line the number of the invoice''s line from 1, or null for an amount at a rate, its description, quantity, price, rate, share of the discount, and its net amount and tax. Prices contain the tax where the invoice''s do.';
comment on column corkboard.credit_notes.net_cents is 'What its lines add up to, without tax.';
comment on column corkboard.credit_notes.tax_cents is 'The tax of its lines.';
comment on column corkboard.credit_notes.late_fee_cents is 'How much of the late fee it credits.';
comment on column corkboard.credit_notes.total_cents is 'By how much it lowers what the client owes.';
comment on column corkboard.credit_notes.reason is
  'Why the invoice is corrected, as it is printed; null: the invoice was voided and nobody gave a reason.';
comment on column corkboard.credit_notes.credited_on is 'Its day, in the time zone that the workspace had then.';
comment on column corkboard.credit_notes.created_by is 'The member, or operator, who made it; null: not known.';
comment on column corkboard.credit_notes.created_at is 'When it was made.';
