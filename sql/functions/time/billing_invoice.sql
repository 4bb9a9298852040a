create or replace function corkboard.billing_invoice(p_workspace uuid, p_entry uuid) returns text
language plpgsql stable
as $$
begin
  return (
    select i.number
      from corkboard.billed_time b
      join corkboard.invoices i on i.workspace_id = p_workspace and i.id = b.invoice_id
     where b.workspace_id = p_workspace and b.time_entry_id = p_entry);
end
$$;
comment on function corkboard.billing_invoice(uuid, uuid) is
  'The number of the invoice that bills a time entry; null: none does.';
