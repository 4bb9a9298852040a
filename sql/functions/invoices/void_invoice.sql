create or replace function corkboard.void_invoice(p_workspace uuid, p_invoice uuid, p_version integer default null) returns corkboard.invoices
language plpgsql
as $$
declare
  v_estimate text;
  v_invoice text;
begin
  perform corkboard.lock_workspace(p_workspace);
  select e.number, i.number into v_estimate, v_invoice
    from corkboard.converted_estimates c
    join corkboard.invoices e on e.workspace_id = p_workspace and e.id = c.estimate_id
    join corkboard.invoices i on i.workspace_id = p_workspace and i.id = c.invoice_id and i.status <> 'VOID'
   where c.workspace_id = p_workspace and c.estimate_id = p_invoice;
  if found then
    perform corkboard.reject('conflict', format('%s was turned into %s: void that invoice first.', v_estimate, v_invoice));
  end if;
  return corkboard.change_invoice_status(p_workspace, p_invoice, 'VOID', p_version);
end
$$;
comment on function corkboard.void_invoice(uuid, uuid, integer) is
  'Marks the invoice VOID. p_version is the version that the caller saw (null: any). Rejects with not_found, conflict (already PAID or VOID, paid in part, changed since, or an estimate whose invoice isn''t void).';
