-- What clients paid. Until now an invoice was paid as a whole, at paid_at.

create table corkboard.payments (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  invoice_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  paid_on date not null,
  method text check (char_length(method) between 1 and 100),
  reference text check (char_length(reference) between 1 and 200),
  note text check (char_length(note) between 1 and 2000),
  recorded_by text check (char_length(recorded_by) between 1 and 254),
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, invoice_id) references corkboard.invoices (workspace_id, id)
);
create index payments_of_invoice on corkboard.payments (workspace_id, invoice_id);
-- Contains what is summed by day.
create index payments_by_day on corkboard.payments (workspace_id, paid_on) include (currency, amount_cents);
comment on table corkboard.payments is
  'Payments of invoices. Those of a PAID invoice add up to its total, those of a SENT one to part_paid_cents.';
comment on column corkboard.payments.invoice_id is 'The invoice that it pays, all or in part.';
comment on column corkboard.payments.amount_cents is 'The amount.';
comment on column corkboard.payments.currency is 'The invoice''s currency (ISO 4217), so that sums by day need no other table.';
comment on column corkboard.payments.paid_on is 'The day on which the money arrived, as the member says.';
comment on column corkboard.payments.method is 'How it was paid, such as Bank transfer.';
comment on column corkboard.payments.reference is 'What identifies it at the bank or payment service.';
comment on column corkboard.payments.note is 'A note that only members see.';
comment on column corkboard.payments.recorded_by is 'The member, or operator, who recorded it; null: not known.';
comment on column corkboard.payments.recorded_at is 'When it was recorded.';

insert into corkboard.payments (workspace_id, invoice_id, amount_cents, currency, paid_on, recorded_at)
select i.workspace_id, i.id, i.total_cents, i.currency,
       (i.paid_at at time zone coalesce(z.name, 'UTC'))::date, i.paid_at
  from corkboard.invoices i
  join corkboard.workspaces w on w.id = i.workspace_id
  left join pg_timezone_names z on z.name = w.time_zone
 where i.status = 'PAID' and i.total_cents > 0;

-- In a block, because Citus passes on the text of the query, outside of one the whole file; each constraint by itself, because
-- it takes none beside other changes. They are not valid, because no row has values yet.
do $$
begin
  alter table corkboard.invoices
    add column part_paid_cents bigint not null default 0;
  alter table corkboard.invoices add constraint invoices_part_paid_cents_check check (
    part_paid_cents = 0 or (status = 'SENT' and part_paid_cents > 0 and part_paid_cents < total_cents)
  ) not valid;
  alter table corkboard.project_invoice_sums
    add column part_paid_cents numeric not null default 0;
end
$$;
comment on column corkboard.invoices.part_paid_cents is
  'What the payments of a SENT invoice add up to, always less than its total; 0 for any other status.';
comment on column corkboard.project_invoice_sums.part_paid_cents is 'What was paid of them in part.';

create table corkboard.invoice_due_part_paid (
  workspace_id uuid not null references corkboard.workspaces (id),
  due_date date not null,
  currency text not null,
  part_paid_cents numeric not null,
  primary key (workspace_id, due_date, currency)
);
comment on table corkboard.invoice_due_part_paid is
  'What was paid in part of invoices awaiting payment, per due date and currency: before today, of overdue ones. Maintained by a trigger on invoices.';
comment on column corkboard.invoice_due_part_paid.due_date is 'The day on which they are due.';
comment on column corkboard.invoice_due_part_paid.currency is 'The currency of the sum (ISO 4217).';
comment on column corkboard.invoice_due_part_paid.part_paid_cents is 'What was paid of them in part.';
