create table corkboard.invoices (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  client_id uuid not null,
  kind text not null check (kind in ('invoice', 'estimate')),
  sequence integer not null check (sequence >= 1),
  number text not null check (char_length(number) between 1 and 64),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'SENT', 'PAID', 'VOID')),
  version integer not null default 1,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  language text check (language in ('en', 'de', 'fr', 'nl', 'es')),
  line_items json not null default '[]' check (json_typeof(line_items) = 'array'),
  line_ids uuid[],
  line_units text[],
  line_members uuid[],
  subtotal_cents bigint not null check (subtotal_cents >= 0),
  discount_cents bigint not null default 0 constraint discount_within_subtotal check (discount_cents between 0 and subtotal_cents),
  tax_rate_bps integer not null check (tax_rate_bps between 0 and 10000),
  tax_inclusive boolean not null,
  tax_cents bigint not null check (tax_cents >= 0),
  zero_tax_reason text check (
    zero_tax_reason in ('small_business', 'reverse_charge', 'services_outside_eu', 'export', 'exempt', 'zero_rated')),
  exchange_rate_millionths bigint check (exchange_rate_millionths between 1 and 1000000000000000),
  amount_cents bigint not null generated always as (
    subtotal_cents - discount_cents + case when tax_inclusive then 0 else tax_cents end
  ) stored,
  late_fee_cents bigint not null default 0 check (late_fee_cents >= 0),
  late_fee_at timestamptz,
  total_cents bigint not null generated always as (
    subtotal_cents - discount_cents + case when tax_inclusive then 0 else tax_cents end + late_fee_cents
  ) stored,
  part_paid_cents bigint not null default 0,
  due_date date,
  supply_date date,
  supply_until date,
  po_number text check (char_length(po_number) <= 64),
  notes text check (char_length(notes) <= 5000),
  share_token text not null default corkboard.new_share_token(),
  created_via text not null check (created_via in ('app', 'api', 'mcp')),
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  sent_on date,
  party_snapshot json,
  viewed_at timestamptz,
  paid_at timestamptz,
  voided_at timestamptz,
  voided_on date,
  overdue_detected_at timestamptz,
  primary key (workspace_id, id),
  -- This index also finds the last number.
  unique (workspace_id, kind, sequence),
  unique (workspace_id, kind, number),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id),
  constraint estimates_are_not_paid check (kind = 'invoice' or (status <> 'PAID' and late_fee_cents = 0)),
  constraint paid_at_when_paid check ((status = 'PAID') = (paid_at is not null)),
  constraint voided_at_when_void check ((status = 'VOID') = (voided_at is not null)),
  constraint sent_at_when_sent check (status <> 'SENT' or sent_at is not null),
  constraint line_items_well_formed check (corkboard.are_line_items_valid(line_items)),
  constraint invoices_line_ids_check check (line_ids is null or cardinality(line_ids) = json_array_length(line_items)),
  constraint invoices_line_units_check check (
    array_remove(line_units, null) <@ '{hours,days,pieces,flat}' and cardinality(line_units) = json_array_length(line_items)),
  constraint invoices_line_members_check check (
    line_members is null or cardinality(line_members) = json_array_length(line_items)),
  constraint invoices_part_paid_cents_check check (
    part_paid_cents = 0 or (status = 'SENT' and part_paid_cents > 0 and part_paid_cents < total_cents)),
  constraint invoices_supply_until_check check (
    supply_until is null or (supply_date is not null and supply_until >= supply_date))
);
create index invoices_id on corkboard.invoices (id);
-- One index per filter, in the list's order, so that the first page reads only its own rows.
create index invoices_newest on corkboard.invoices (workspace_id, created_at desc, id desc);
create index invoices_by_status on corkboard.invoices (workspace_id, status, created_at desc, id desc);
create index invoices_by_kind on corkboard.invoices (workspace_id, kind, created_at desc, id desc);
create index invoices_of_project on corkboard.invoices (workspace_id, project_id, created_at desc, id desc);
-- Includes the due date, so that rows which are not yet due are skipped within the index.
create index invoices_awaiting_payment on corkboard.invoices (workspace_id, created_at desc, id desc, due_date)
  where kind = 'invoice' and status = 'SENT';
-- The invoices that the overdue check has not detected yet.
create index invoices_overdue_undetected on corkboard.invoices (workspace_id, due_date)
  where kind = 'invoice' and status = 'SENT' and overdue_detected_at is null;
-- Not unique, for the same reason as api_keys_hash.
create index invoices_share_token on corkboard.invoices (share_token);
-- For the figures of the home page. It contains what is summed, so that the sum reads no rows of the table.
create index invoices_overdue on corkboard.invoices (workspace_id, due_date, id) include (currency, total_cents, part_paid_cents)
  where kind = 'invoice' and status = 'SENT';
-- For reports. These contain what is summed, too.
create index invoices_invoiced on corkboard.invoices (workspace_id, currency, sent_on, id)
  include (client_id, status, due_date, total_cents, part_paid_cents)
  where kind = 'invoice' and status in ('SENT', 'PAID');
create index invoices_receivable on corkboard.invoices (workspace_id, currency, due_date)
  include (client_id, sent_on, total_cents, part_paid_cents)
  where kind = 'invoice' and status = 'SENT';
-- For the list of sent invoices, and for what was recorded since an export for the books.
create index invoices_by_sending on corkboard.invoices (workspace_id, sent_on, id) include (kind, sent_at) where sent_on is not null;
-- For what was recorded since an export for the books.
create index invoices_by_voiding on corkboard.invoices (workspace_id, voided_at) include (kind, voided_on) where voided_at is not null;
-- Drafts to review, the newest first.
create index invoices_to_review on corkboard.invoices (workspace_id, created_at desc, id desc)
  where status = 'DRAFT' and created_via <> 'app';
comment on table corkboard.invoices is
  'Invoices and estimates. The API only drafts them; a person sends, pays and voids them.';
comment on column corkboard.invoices.client_id is 'The client of its project.';
comment on column corkboard.invoices.kind is 'invoice, or estimate (what an offer would cost, which is never paid).';
comment on column corkboard.invoices.sequence is
  'Counts up per workspace and kind without gaps; number is made of it.';
comment on column corkboard.invoices.number is 'The number on the document (invoice_number). Each kind is counted by itself.';
comment on column corkboard.invoices.status is 'DRAFT, SENT, PAID or VOID.';
comment on column corkboard.invoices.version is
  'Counts edits of a draft, changes of status and late fees, so that an action on an older version is rejected.';
comment on column corkboard.invoices.currency is 'The currency of all its amounts (ISO 4217).';
comment on column corkboard.invoices.language is 'The language of the document; null: the client''s.';
comment on column corkboard.invoices.line_items is
  'As the API returns them, with the fields in its order; empty for a flat amount.';
comment on column corkboard.invoices.line_ids is
  'For each line, in their order, the id under which it bills time (billed_time.line_id), or null; null: no line bills time.';
comment on column corkboard.invoices.line_units is
  'The unit of each line (hours, days, pieces or flat), in their order; null: no line has one.';
comment on column corkboard.invoices.line_members is
  'For each line, in their order, the member whose time it bills, or null; null: no line is of one member. Papers print their names.';
comment on column corkboard.invoices.subtotal_cents is
  'The lines or the flat amount, before discount. With tax_inclusive they contain the tax.';
comment on column corkboard.invoices.discount_cents is 'Taken off the subtotal before tax.';
comment on column corkboard.invoices.tax_rate_bps is
  'The tax rate in hundredths of a percent, for lines without a rate of their own: 2000 is 20 %.';
comment on column corkboard.invoices.tax_inclusive is 'Whether the prices contain the tax.';
comment on column corkboard.invoices.tax_cents is 'The tax, as it was computed when the invoice was drafted or edited.';
comment on column corkboard.invoices.zero_tax_reason is 'Why lines at a rate of 0 are not taxed; null: as the client''s, otherwise the workspace''s.';
comment on column corkboard.invoices.exchange_rate_millionths is
  'What one unit of the currency of the sender''s country is in the invoice''s currency, in millionths, to state its tax in the former; null: not known, or not needed.';
comment on column corkboard.invoices.amount_cents is
  'The issued amount: after discount, tax included, before late fees.';
comment on column corkboard.invoices.late_fee_cents is 'Added to what is owed; not part of the issued amount.';
comment on column corkboard.invoices.late_fee_at is 'When the late fee was last set; null: there is none.';
comment on column corkboard.invoices.total_cents is 'What the client owes.';
comment on column corkboard.invoices.part_paid_cents is
  'What the payments of a SENT invoice add up to, always less than its total; 0 for any other status.';
comment on column corkboard.invoices.due_date is
  'Until when it is to be paid, in the workspace''s time zone; null: no date.';
comment on column corkboard.invoices.supply_date is 'When the work was delivered, if the document shows that.';
comment on column corkboard.invoices.supply_until is 'The last day of the period of supply, which begins on supply_date; null: no period.';
comment on column corkboard.invoices.po_number is 'The client''s purchase order.';
comment on column corkboard.invoices.notes is 'A text that is printed on the document.';
comment on column corkboard.invoices.share_token is 'The token of the share link. Never returned by the API.';
comment on column corkboard.invoices.created_via is 'The channel that drafted it: app (a person), api or mcp (a key).';
comment on column corkboard.invoices.sent_at is 'When it was sent; null: not yet.';
comment on column corkboard.invoices.sent_on is
  'The day on which it was sent, in the time zone that the workspace had then; null: not sent. Set by a trigger.';
comment on column corkboard.invoices.party_snapshot is
  'The parties as of sending (corkboard.party_snapshot), which no longer change; null: not sent.';
comment on column corkboard.invoices.viewed_at is
  'When the client first opened it; invoice.viewed is emitted then, and only then.';
comment on column corkboard.invoices.paid_at is 'When it was recorded as paid; null: not paid.';
comment on column corkboard.invoices.voided_at is 'When it was voided; null: it was not.';
comment on column corkboard.invoices.voided_on is
  'The day on which it was voided, in the time zone that the workspace had then; null: it was not. Set by a trigger.';
comment on column corkboard.invoices.overdue_detected_at is
  'When the hourly check detected that it is past its due date; invoice.overdue is emitted then and only then.';

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

create table corkboard.billed_time (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  time_entry_id uuid not null,
  invoice_id uuid not null,
  line_id uuid not null,
  billed_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  -- No entry is billed twice.
  unique (workspace_id, time_entry_id),
  foreign key (workspace_id, time_entry_id) references corkboard.time_entries (workspace_id, id),
  foreign key (workspace_id, invoice_id) references corkboard.invoices (workspace_id, id)
);
create index billed_time_of_invoice on corkboard.billed_time (workspace_id, invoice_id, line_id);
comment on table corkboard.billed_time is
  'Time entries that an invoice bills. They can''t change meanwhile. A row is deleted when the invoice is voided or its draft loses the line.';
comment on column corkboard.billed_time.time_entry_id is 'The time entry.';
comment on column corkboard.billed_time.invoice_id is 'The invoice.';
comment on column corkboard.billed_time.line_id is 'The line of the invoice that bills it, one of invoices.line_ids.';
comment on column corkboard.billed_time.billed_at is 'When it was put on the invoice.';

-- A workspace's days are those of its time zone. Every hour the overdue check looks at the workspaces whose date has
-- changed since the previous check.

create table corkboard.overdue_checks (
  workspace_id uuid primary key references corkboard.workspaces (id),
  checked_on date not null
);
comment on table corkboard.overdue_checks is
  'When each workspace was last checked for overdue invoices; no row if never. Separate from workspaces, so that the check and writers never wait for each other.';
comment on column corkboard.overdue_checks.checked_on is
  'The date, in the workspace''s time zone, on which detect_overdue last left no invoice to detect.';

-- Counts and sums that lists and the home page show, for the reason that client_counts has.

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

create table corkboard.project_invoice_sums (
  workspace_id uuid not null,
  project_id uuid not null,
  kind text not null,
  status text not null,
  currency text not null,
  invoices bigint not null,
  total_cents numeric not null,
  part_paid_cents numeric not null default 0,
  primary key (workspace_id, project_id, kind, status, currency)
);
comment on table corkboard.project_invoice_sums is
  'The number and total of invoices per project, kind, status and currency. Maintained by a trigger on invoices.';
comment on column corkboard.project_invoice_sums.kind is 'invoice or estimate.';
comment on column corkboard.project_invoice_sums.status is 'DRAFT, SENT, PAID or VOID.';
comment on column corkboard.project_invoice_sums.currency is 'The currency of the sum (ISO 4217).';
comment on column corkboard.project_invoice_sums.invoices is 'How many there are.';
comment on column corkboard.project_invoice_sums.total_cents is 'What they come to, with tax and late fees.';
comment on column corkboard.project_invoice_sums.part_paid_cents is 'What was paid of them in part.';
