create or replace function corkboard.add_to_part_paid_sums(
  p_workspace uuid, p_project uuid, p_currency text, p_due_date date, p_cents numeric
) returns void
language plpgsql
as $$
begin
  update corkboard.project_invoice_sums s set part_paid_cents = s.part_paid_cents + p_cents
   where s.workspace_id = p_workspace and s.project_id = p_project and s.kind = 'invoice' and s.status = 'SENT'
     and s.currency = p_currency;
  if p_due_date is not null then
    insert into corkboard.invoice_due_part_paid as d (workspace_id, due_date, currency, part_paid_cents)
    values (p_workspace, p_due_date, p_currency, p_cents)
    on conflict (workspace_id, due_date, currency) do update set part_paid_cents = d.part_paid_cents + excluded.part_paid_cents;
  end if;
end
$$;
comment on function corkboard.add_to_part_paid_sums(uuid, uuid, text, date, numeric) is
  'Adds what was paid of SENT invoices in part to project_invoice_sums, which has their row already, and to invoice_due_part_paid.';
