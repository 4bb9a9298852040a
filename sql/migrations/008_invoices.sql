create table corkboard.invoices (
  workspace_id uuid not null,
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  kind text not null check (kind in ('invoice', 'estimate')),
  sequence integer not null check (sequence >= 1),
  number text not null generated always as (
    case kind when 'invoice' then 'INV-' else 'EST-' end
    || case when sequence < 10000 then lpad(sequence::text, 4, '0') else sequence::text end
  ) stored,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'SENT', 'PAID', 'VOID')),
  version integer not null default 1,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  line_items json not null default '[]' check (json_typeof(line_items) = 'array'),
  subtotal_cents bigint not null check (subtotal_cents >= 0),
  discount_cents bigint not null default 0 constraint discount_within_subtotal check (discount_cents between 0 and subtotal_cents),
  tax_rate_bps integer not null check (tax_rate_bps between 0 and 10000),
  tax_inclusive boolean not null,
  tax_cents bigint not null check (tax_cents >= 0),
  amount_cents bigint not null generated always as (
    subtotal_cents - discount_cents + case when tax_inclusive then 0 else tax_cents end
  ) stored,
  late_fee_cents bigint not null default 0 check (late_fee_cents >= 0),
  total_cents bigint not null generated always as (
    subtotal_cents - discount_cents + case when tax_inclusive then 0 else tax_cents end + late_fee_cents
  ) stored,
  due_date date,
  supply_date date,
  po_number text check (char_length(po_number) <= 64),
  notes text check (char_length(notes) <= 5000),
  share_token text not null default corkboard.new_share_token(),
  created_via text not null check (created_via in ('app', 'api', 'mcp')),
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  party_snapshot json,
  viewed_at timestamptz,
  paid_at timestamptz,
  voided_at timestamptz,
  overdue_detected_at timestamptz,
  primary key (workspace_id, id),
  -- This index also finds the last number.
  unique (workspace_id, kind, sequence),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id),
  constraint estimates_are_not_paid check (kind = 'invoice' or (status <> 'PAID' and late_fee_cents = 0)),
  constraint paid_at_when_paid check ((status = 'PAID') = (paid_at is not null)),
  constraint voided_at_when_void check ((status = 'VOID') = (voided_at is not null)),
  constraint sent_at_when_sent check (status <> 'SENT' or sent_at is not null),
  constraint line_items_well_formed check (corkboard.are_line_items_valid(line_items))
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
-- For the figures of the home page. These contain what is summed, so that the sum reads no rows of the table.
create index invoices_overdue on corkboard.invoices (workspace_id, due_date, id) include (currency, total_cents)
  where kind = 'invoice' and status = 'SENT';
create index invoices_paid on corkboard.invoices (workspace_id, paid_at) include (currency, total_cents)
  where paid_at is not null;
create index invoices_sent on corkboard.invoices (workspace_id, sent_at) include (currency, total_cents)
  where kind = 'invoice' and status in ('SENT', 'PAID');
-- Drafts to review, the newest first.
create index invoices_to_review on corkboard.invoices (workspace_id, created_at desc, id desc)
  where status = 'DRAFT' and created_via <> 'app';
comment on table corkboard.invoices is
  'Invoices and estimates. The API only drafts them; a person sends, pays and voids them.';
comment on column corkboard.invoices.kind is 'invoice, or estimate (what an offer would cost, which is never paid).';
comment on column corkboard.invoices.sequence is
  'Counts up per workspace and kind without gaps; number is how it is printed.';
comment on column corkboard.invoices.number is 'The number on the document. Each kind is counted by itself.';
comment on column corkboard.invoices.status is 'DRAFT, SENT, PAID or VOID.';
comment on column corkboard.invoices.version is
  'Counts edits of a draft, changes of status and late fees, so that an action on an older version is rejected.';
comment on column corkboard.invoices.currency is 'The currency of all its amounts (ISO 4217).';
comment on column corkboard.invoices.line_items is
  'As the API returns them, with the fields in its order; empty for a flat amount.';
comment on column corkboard.invoices.subtotal_cents is
  'The lines or the flat amount, before discount. With tax_inclusive they contain the tax.';
comment on column corkboard.invoices.discount_cents is 'Taken off the subtotal before tax.';
comment on column corkboard.invoices.tax_rate_bps is
  'The tax rate in hundredths of a percent, for lines without a rate of their own: 2000 is 20 %.';
comment on column corkboard.invoices.tax_inclusive is 'Whether the prices contain the tax.';
comment on column corkboard.invoices.tax_cents is 'The tax, as it was computed when the invoice was drafted or edited.';
comment on column corkboard.invoices.amount_cents is
  'The issued amount: after discount, tax included, before late fees.';
comment on column corkboard.invoices.late_fee_cents is 'Added to what is owed; not part of the issued amount.';
comment on column corkboard.invoices.total_cents is 'What the client owes.';
comment on column corkboard.invoices.due_date is
  'Until when it is to be paid, in the workspace''s time zone; null: no date.';
comment on column corkboard.invoices.supply_date is 'When the work was delivered, if the document shows that.';
comment on column corkboard.invoices.po_number is 'The client''s purchase order.';
comment on column corkboard.invoices.notes is 'A text that is printed on the document.';
comment on column corkboard.invoices.share_token is 'The token of the share link. Never returned by the API.';
comment on column corkboard.invoices.created_via is 'The channel that drafted it: app (a person), api or mcp (a key).';
comment on column corkboard.invoices.sent_at is 'When it was sent; null: not yet.';
comment on column corkboard.invoices.party_snapshot is
  'The parties as of sending (corkboard.party_snapshot), which no longer change; null: not sent.';
comment on column corkboard.invoices.viewed_at is
  'When the client first opened it; invoice.viewed is emitted then, and only then.';
comment on column corkboard.invoices.paid_at is 'When it was recorded as paid; null: not paid.';
comment on column corkboard.invoices.voided_at is 'When it was voided; null: it was not.';
comment on column corkboard.invoices.overdue_detected_at is
  'When the hourly check detected that it is past its due date; invoice.overdue is emitted then and only then.';

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
