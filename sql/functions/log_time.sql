create or replace function corkboard.log_time(
  p_caller corkboard.caller, p_project uuid, p_minutes integer, p_date date, p_description text, p_billable boolean
) returns corkboard.time_entries
language plpgsql
as $$
declare
  v_entry corkboard.time_entries;
begin
  perform corkboard.find_project(p_caller.workspace_id, p_project);
  perform corkboard.count_write(p_caller);
  insert into corkboard.time_entries (workspace_id, project_id, date, minutes, description, billable, created_via)
  values (p_caller.workspace_id, p_project, coalesce(p_date, corkboard.today()), p_minutes, p_description, p_billable, p_caller.via)
  returning * into v_entry;
  perform corkboard.record_audit(p_caller, 'time.logged', 'time_entry', v_entry.id);
  return v_entry;
end
$$;
comment on function corkboard.log_time(corkboard.caller, uuid, integer, date, text, boolean) is
  'Logs whole minutes of work; a null date is today (UTC). Refuses with not_found, plan_limit (allowance).';
