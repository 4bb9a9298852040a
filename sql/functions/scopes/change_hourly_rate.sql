create or replace function corkboard.change_hourly_rate(p_caller corkboard.caller, p_project uuid, p_changes jsonb)
returns corkboard.caller
language plpgsql
as $$
begin
  if p_changes <> '{}' then
    perform corkboard.change_project(p_caller.workspace_id, p_project, p_changes);
  end if;
  return p_caller;
end
$$;
comment on function corkboard.change_hourly_rate(corkboard.caller, uuid, jsonb) is
  'Returns the caller. Changes the project when a person drafts its scope, as change_project does: {"hourly_rate_cents": 9500}. {} changes nothing. Rejects with validation, not_found.';
