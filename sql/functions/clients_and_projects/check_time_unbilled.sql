create or replace function corkboard.check_time_unbilled(p_workspace uuid, p_entry uuid) returns void
language plpgsql
as $$
declare
  v_number constant text := corkboard.billing_invoice(p_workspace, p_entry);
begin
  if v_number is not null then
    perform corkboard.reject('conflict',
      format('%s bills this time entry, so it can''t be changed or deleted.', v_number));
  end if;
end
$$;
comment on function corkboard.check_time_unbilled(uuid, uuid) is
  'Rejects with conflict if an invoice bills the time entry. Call it with the workspace locked.';
