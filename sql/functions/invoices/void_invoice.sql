create or replace function corkboard.void_invoice(p_workspace uuid, p_invoice uuid, p_version integer default null) returns corkboard.invoices
language plpgsql
as $$
begin
  return corkboard.change_invoice_status(p_workspace, p_invoice, 'VOID', p_version);
end
$$;
comment on function corkboard.void_invoice(uuid, uuid, integer) is
  'Marks the invoice VOID. p_version is the version that the caller saw (null: any). Rejects with not_found, conflict (already PAID or VOID, paid in part, or changed since).';
