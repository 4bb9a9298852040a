-- Which time entries are on which invoices.

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

-- In a block, because Citus passes on the text of the query, outside of one the whole file; each constraint by itself, because
-- it takes none beside other changes. They are not valid, because no row has values yet.
do $$
begin
  alter table corkboard.invoices
    add column line_ids uuid[];
  alter table corkboard.invoices add constraint invoices_line_ids_check check (
    line_ids is null or cardinality(line_ids) = json_array_length(line_items)
  ) not valid;
end
$$;
comment on column corkboard.invoices.line_ids is
  'For each line, in their order, the id under which it bills time (billed_time.line_id), or null; null: no line bills time.';
