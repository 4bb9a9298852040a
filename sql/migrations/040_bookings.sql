-- What changed what clients owe, kept by day, so that a period that was handed out never changes: each change of a late fee, each
-- payment that was removed, and which periods were exported when.

create table corkboard.late_fee_changes (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  invoice_id uuid not null,
  changed_on date not null,
  amount_cents bigint not null check (amount_cents <> 0),
  recorded_by text check (char_length(recorded_by) between 1 and 254),
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  foreign key (workspace_id, invoice_id) references corkboard.invoices (workspace_id, id)
);
create index late_fee_changes_of_invoice on corkboard.late_fee_changes (workspace_id, invoice_id);
create index late_fee_changes_by_time on corkboard.late_fee_changes (workspace_id, recorded_at);
comment on table corkboard.late_fee_changes is
  'By how much the late fee of an invoice changed each time; they add up to late_fee_cents. Added by a trigger on invoices.';
comment on column corkboard.late_fee_changes.invoice_id is 'The invoice.';
comment on column corkboard.late_fee_changes.changed_on is 'The day of the change, in the time zone that the workspace had then.';
comment on column corkboard.late_fee_changes.amount_cents is 'The new fee less the one before it.';
comment on column corkboard.late_fee_changes.recorded_by is 'The member, or operator, who set the fee; null: not known.';
comment on column corkboard.late_fee_changes.recorded_at is 'When it was set.';

-- The audit log has the history. What it lacks is added when the release creates the trigger.
insert into corkboard.late_fee_changes (workspace_id, invoice_id, changed_on, amount_cents, recorded_by, recorded_at)
select c.workspace_id, c.record_id, (c.recorded_at at time zone coalesce(z.name, 'UTC'))::date, c.amount_cents, nullif(c.actor, ''),
       c.recorded_at
  from (
    select l.workspace_id, l.record_id, l.recorded_at, l.actor,
           (l.changes #>> '{lateFeeCents,1}')::bigint - (l.changes #>> '{lateFeeCents,0}')::bigint as amount_cents
      from corkboard.audit_log l
     where l.action = 'invoice.late_fee' and jsonb_typeof(l.changes -> 'lateFeeCents') = 'array') c
  join corkboard.invoices i on i.workspace_id = c.workspace_id and i.id = c.record_id
  join corkboard.workspaces w on w.id = c.workspace_id
  left join pg_timezone_names z on z.name = w.time_zone
 where c.amount_cents <> 0;

create table corkboard.removed_payments (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null,
  invoice_id uuid not null,
  client_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
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
  foreign key (workspace_id, invoice_id) references corkboard.invoices (workspace_id, id)
);
create index removed_payments_of_invoice on corkboard.removed_payments (workspace_id, invoice_id);
create index removed_payments_by_time on corkboard.removed_payments (workspace_id, removed_at);
comment on table corkboard.removed_payments is
  'Payments that were recorded by mistake and removed. They count in no sum; for the books they are reversed on the day of their removal.';
comment on column corkboard.removed_payments.id is 'The id that the payment had.';
comment on column corkboard.removed_payments.invoice_id is 'The invoice.';
comment on column corkboard.removed_payments.client_id is 'The client of the invoice.';
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

create table corkboard.exported_periods (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  format text not null check (format in ('accounting', 'datev')),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  exported_at timestamptz not null,
  exported_by text not null check (char_length(exported_by) between 1 and 254),
  primary key (workspace_id, id)
);
comment on table corkboard.exported_periods is
  'Which periods an owner has downloaded for the books, so that what is recorded later into one of them can be told apart. One whose days a later download has all is deleted.';
comment on column corkboard.exported_periods.format is 'The file: accounting (CSV) or datev.';
comment on column corkboard.exported_periods.first_day is 'The first day; -infinity: it had no first one.';
comment on column corkboard.exported_periods.last_day is 'The last day, which was over when it was exported.';
comment on column corkboard.exported_periods.exported_at is 'The file has what was recorded until then.';
comment on column corkboard.exported_periods.exported_by is 'The owner who downloaded it.';

-- For what was recorded since an export. They can't be built before the release, because this version is the first to need them.
-- squawk-ignore require-concurrent-index-creation
create index payments_by_time on corkboard.payments (workspace_id, recorded_at) include (paid_on);
-- squawk-ignore require-concurrent-index-creation
create index invoices_by_sending on corkboard.invoices (workspace_id, sent_at) include (kind, sent_on) where sent_at is not null;
-- squawk-ignore require-concurrent-index-creation
create index invoices_by_voiding on corkboard.invoices (workspace_id, voided_at) include (kind, voided_on) where voided_at is not null;
