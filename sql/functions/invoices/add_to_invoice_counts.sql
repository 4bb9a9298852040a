drop function if exists corkboard.add_to_invoice_counts(uuid, uuid, text, text, text, bigint, numeric, numeric);
create or replace function corkboard.add_to_invoice_counts(
  p_workspace uuid, p_project uuid, p_kind text, p_status text, p_currency text, p_invoices bigint, p_total_cents numeric,
  p_part_paid_cents numeric, p_credited_cents numeric default 0
) returns void
language plpgsql
as $$
begin
  insert into corkboard.invoice_counts as c (workspace_id, kind, status, invoices)
  values (p_workspace, p_kind, p_status, p_invoices)
  on conflict (workspace_id, kind, status) do update set invoices = c.invoices + excluded.invoices;

  insert into corkboard.project_invoice_sums as s
    (workspace_id, project_id, kind, status, currency, invoices, total_cents, part_paid_cents, credited_cents)
  values (p_workspace, p_project, p_kind, p_status, p_currency, p_invoices, p_total_cents, p_part_paid_cents, p_credited_cents)
  on conflict (workspace_id, project_id, kind, status, currency) do update
    set invoices = s.invoices + excluded.invoices, total_cents = s.total_cents + excluded.total_cents,
        part_paid_cents = s.part_paid_cents + excluded.part_paid_cents, credited_cents = s.credited_cents + excluded.credited_cents;
end
$$;
comment on function corkboard.add_to_invoice_counts(uuid, uuid, text, text, text, bigint, numeric, numeric, numeric) is
  'Adds to invoice_counts and project_invoice_sums.';
