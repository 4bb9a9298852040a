create or replace function corkboard.check_time_unbilled(p_workspace uuid, p_entry uuid) returns void
language plpgsql
as $$
declare
  v_number text;
begin
  select i.number into v_number
    from corkboard.billed_time b
    join corkboard.invoices i on i.workspace_id = p_workspace and i.id = b.invoice_id
   where b.workspace_id = p_workspace and b.time_entry_id = p_entry;
  if found then
    perform corkboard.reject('conflict',
      format('%s bills this time entry, so it can''t be changed or deleted.', v_number));
  end if;
end
$$;
comment on function corkboard.check_time_unbilled(uuid, uuid) is
  'Rejects with conflict if an invoice bills the time entry. Call it with the workspace locked.';
