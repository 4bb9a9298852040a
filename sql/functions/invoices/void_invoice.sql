create or replace function corkboard.void_invoice(p_workspace uuid, p_invoice uuid) returns corkboard.invoices
language plpgsql
as $$
begin
  return corkboard.change_invoice_status(p_workspace, p_invoice, 'VOID');
end
$$;
comment on function corkboard.void_invoice(uuid, uuid) is
  'Marks the invoice VOID. Rejects with not_found, conflict (already PAID or VOID).';
