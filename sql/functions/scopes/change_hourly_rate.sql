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
  'The caller again. Changes the project of a scope that is drafted by a person, as change_project does: {"hourly_rate_cents": 9500}; {} changes nothing. Refuses with validation, not_found.';
