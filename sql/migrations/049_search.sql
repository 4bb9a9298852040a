-- The console's search finds payments, change orders, amounts and the descriptions of invoice lines. The job index_records
-- brings the entries of before up to date.

do $$
begin
  alter table corkboard.search_entries add column amounts text collate "C";
  alter table corkboard.search_entries drop constraint search_entries_kind_check;
  alter table corkboard.search_entries add constraint search_entries_kind_check check (
    kind in ('client', 'project', 'invoice', 'payment', 'change_order', 'inquiry')
  ) not valid;
end
$$;
comment on column corkboard.search_entries.kind is 'client, project, invoice, payment, change_order or inquiry.';
comment on column corkboard.search_entries.amounts is
  'The amounts that it is found by, each as in |8400.5| or |8400.| (amount_for_search); null: the entry isn''t up to date yet (index_old_records).';

create table corkboard.search_lines (
  workspace_id uuid not null references corkboard.workspaces (id),
  invoice_id uuid not null,
  search_text text collate "C" not null,
  primary key (workspace_id, invoice_id)
);
comment on table corkboard.search_lines is
  'The descriptions of invoices'' lines, by which the console''s search finds invoices. Apart from search_entries, which stays narrow. Maintained by triggers (index_for_search).';
comment on column corkboard.search_lines.invoice_id is 'The invoice or estimate.';
comment on column corkboard.search_lines.search_text is 'The descriptions, folded by fold_for_search.';

do $$
begin
  perform graphile_worker.add_job('index_records', json_build_object('workspaceId', w.id)) from corkboard.workspaces w;
end
$$;
