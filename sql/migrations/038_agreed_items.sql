create table corkboard.agreed_items (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  project_id uuid not null,
  kind text not null check (kind in ('scope', 'change_order', 'estimate')),
  record_id uuid not null,
  agreed_at timestamptz not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  tax_inclusive boolean not null,
  agreed_net_cents bigint not null check (agreed_net_cents >= 0),
  agreed_gross_cents bigint not null check (agreed_gross_cents >= agreed_net_cents),
  invoiced_net_cents bigint not null default 0,
  invoiced_gross_cents bigint not null default 0,
  drafted_net_cents bigint not null default 0,
  drafted_gross_cents bigint not null default 0,
  paid_gross_cents bigint not null default 0,
  paid_net_cents bigint not null generated always as (
    coalesce(div(paid_gross_cents::numeric * invoiced_net_cents, nullif(invoiced_gross_cents, 0)), 0)::bigint
  ) stored,
  closed_at timestamptz,
  -- Tax is rounded for each invoice, so that a cent of it may be left where nothing of the price is.
  remaining_net_cents bigint not null generated always as (
    case when closed_at is null
          and case when tax_inclusive then agreed_gross_cents - invoiced_gross_cents - drafted_gross_cents
                   else agreed_net_cents - invoiced_net_cents - drafted_net_cents end > 0
         then greatest(agreed_net_cents - invoiced_net_cents - drafted_net_cents, 0) else 0 end
  ) stored,
  remaining_gross_cents bigint not null generated always as (
    case when closed_at is null
          and case when tax_inclusive then agreed_gross_cents - invoiced_gross_cents - drafted_gross_cents
                   else agreed_net_cents - invoiced_net_cents - drafted_net_cents end > 0
         then greatest(agreed_gross_cents - invoiced_gross_cents - drafted_gross_cents, 0) else 0 end
  ) stored,
  version integer not null default 1,
  primary key (workspace_id, id),
  unique (workspace_id, record_id),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id)
);
create index agreed_items_of_project on corkboard.agreed_items (workspace_id, project_id);
-- For the home page: these stay few, however much was agreed once. The first contains what is summed.
create index agreed_items_open on corkboard.agreed_items (workspace_id, project_id) include (
    currency, agreed_net_cents, agreed_gross_cents, invoiced_net_cents, invoiced_gross_cents, drafted_net_cents, drafted_gross_cents,
    remaining_net_cents, remaining_gross_cents, paid_net_cents, paid_gross_cents)
  where closed_at is null and paid_gross_cents < agreed_gross_cents;
create index agreed_items_not_invoiced on corkboard.agreed_items (workspace_id, agreed_at, id)
  where closed_at is null and invoiced_gross_cents = 0 and drafted_gross_cents = 0;
comment on table corkboard.agreed_items is
  'What clients agreed to pay: approved scopes with a price, approved change orders and accepted estimates. Added by add_agreed_items.';
comment on column corkboard.agreed_items.kind is 'scope, change_order or estimate.';
comment on column corkboard.agreed_items.record_id is 'The scope, the change order (change_orders) or the estimate (invoices).';
comment on column corkboard.agreed_items.agreed_at is 'When the client agreed.';
comment on column corkboard.agreed_items.currency is 'The currency of its amounts (ISO 4217).';
comment on column corkboard.agreed_items.tax_inclusive is 'Whether its price contains the tax, so that agreed_gross_cents is the price; otherwise agreed_net_cents is.';
comment on column corkboard.agreed_items.agreed_net_cents is 'The price without tax.';
comment on column corkboard.agreed_items.agreed_gross_cents is 'The price with tax, as it was charged when the client agreed.';
comment on column corkboard.agreed_items.invoiced_net_cents is 'What sent invoices bill of it, without tax (sum_billed_items).';
comment on column corkboard.agreed_items.invoiced_gross_cents is 'What sent invoices bill of it, with tax.';
comment on column corkboard.agreed_items.drafted_net_cents is 'What drafts bill of it, without tax.';
comment on column corkboard.agreed_items.drafted_gross_cents is 'What drafts bill of it, with tax.';
comment on column corkboard.agreed_items.paid_gross_cents is 'Its share of what was paid of those invoices, with tax.';
comment on column corkboard.agreed_items.paid_net_cents is 'That share without tax.';
comment on column corkboard.agreed_items.remaining_net_cents is 'What neither sent invoices nor drafts bill of it, without tax.';
comment on column corkboard.agreed_items.remaining_gross_cents is 'What neither sent invoices nor drafts bill of it, with tax.';
comment on column corkboard.agreed_items.closed_at is
  'Since when nothing more is to be invoiced of it, because the scope covers the estimate, or a member said so; null: it is open.';
comment on column corkboard.agreed_items.version is 'Counts its changes, so that the same remainder isn''t drafted twice.';

create table corkboard.billed_items (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  item_id uuid not null,
  invoice_id uuid not null,
  line_id uuid,
  net_cents bigint not null default 0,
  gross_cents bigint not null default 0,
  billed_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, id),
  -- A line bills one item.
  unique (workspace_id, invoice_id, line_id),
  foreign key (workspace_id, item_id) references corkboard.agreed_items (workspace_id, id),
  foreign key (workspace_id, invoice_id) references corkboard.invoices (workspace_id, id)
);
create index billed_items_of_item on corkboard.billed_items (workspace_id, item_id);
comment on table corkboard.billed_items is
  'Lines of invoices that bill an agreed item. A row is deleted when the invoice is voided or its draft loses the line.';
comment on column corkboard.billed_items.item_id is 'The agreed item.';
comment on column corkboard.billed_items.invoice_id is 'The invoice.';
comment on column corkboard.billed_items.line_id is 'The line that bills it, one of invoices.line_ids; null: the flat amount of an invoice without lines.';
comment on column corkboard.billed_items.net_cents is 'The amount of the line, less its share of the discount, without tax (invoice_line_amounts).';
comment on column corkboard.billed_items.gross_cents is 'That amount with tax.';
comment on column corkboard.billed_items.billed_at is 'When the line was assigned to the item.';
