create or replace function corkboard.add_to_invoice_counts(
  p_workspace uuid, p_project uuid, p_kind text, p_status text, p_currency text, p_due_date date,
  p_delta bigint, p_cents numeric
) returns void
language plpgsql
as $$
begin
  insert into corkboard.invoice_counts as c (workspace_id, kind, status, invoices)
  values (p_workspace, p_kind, p_status, p_delta)
  on conflict (workspace_id, kind, status) do update set invoices = c.invoices + excluded.invoices;

  insert into corkboard.project_invoice_sums as s (workspace_id, project_id, kind, status, currency, invoices, total_cents)
  values (p_workspace, p_project, p_kind, p_status, p_currency, p_delta, p_cents)
  on conflict (workspace_id, project_id, kind, status, currency) do update
    set invoices = s.invoices + excluded.invoices, total_cents = s.total_cents + excluded.total_cents;

  if p_kind = 'invoice' and p_status = 'SENT' and p_due_date is not null then
    insert into corkboard.invoice_due_counts as d (workspace_id, due_date, invoices)
    values (p_workspace, p_due_date, p_delta)
    on conflict (workspace_id, due_date) do update set invoices = d.invoices + excluded.invoices;
  end if;
end
$$;
comment on function corkboard.add_to_invoice_counts(uuid, uuid, text, text, text, date, bigint, numeric) is
  'Adds to invoice_counts, project_invoice_sums and, if the invoice awaits payment, invoice_due_counts.';
