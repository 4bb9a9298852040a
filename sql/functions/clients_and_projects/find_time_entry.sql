create or replace function corkboard.find_time_entry(p_workspace uuid, p_entry uuid) returns corkboard.time_entries
language plpgsql stable
as $$
declare
  v_entry corkboard.time_entries;
begin
  select * into v_entry from corkboard.time_entries t where t.workspace_id = p_workspace and t.id = p_entry;
  perform corkboard.check_found(v_entry.id, 'time entry');
  perform corkboard.find_project(p_workspace, v_entry.project_id);
  return v_entry;
end
$$;
comment on function corkboard.find_time_entry(uuid, uuid) is
  'The time entry of this workspace, unless its project is trashed. Rejects with not_found.';
