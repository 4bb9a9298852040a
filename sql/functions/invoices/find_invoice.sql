-- Volatile, so that the page of a share link shows the invoice as the statement's earlier functions have changed it.
create or replace function corkboard.find_invoice(p_workspace uuid, p_invoice uuid) returns corkboard.invoices
language plpgsql
as $$
declare
  v_invoice corkboard.invoices;
begin
  select * into v_invoice from corkboard.invoices i where i.workspace_id = p_workspace and i.id = p_invoice;
  if not found then
    perform corkboard.reject('not_found', 'No invoice with this id.');
  end if;
  return v_invoice;
end
$$;
comment on function corkboard.find_invoice(uuid, uuid) is
  'The invoice or estimate of this workspace. Rejects with not_found.';
