create or replace function corkboard.complete_payment() returns trigger
language plpgsql
as $$
begin
  select p.client_id into new.client_id
    from corkboard.invoices i
    join corkboard.projects p on p.workspace_id = new.workspace_id and p.id = i.project_id
   where i.workspace_id = new.workspace_id and i.id = new.invoice_id;
  return new;
end
$$;
comment on function corkboard.complete_payment() is 'Trigger: sets client_id of a payment.';
