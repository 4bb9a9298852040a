create or replace function corkboard.delete_time_entry(p_workspace uuid, p_entry uuid) returns corkboard.time_entries
language plpgsql
as $$
declare
  v_entry corkboard.time_entries;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_entry := corkboard.find_time_entry(p_workspace, p_entry);
  delete from corkboard.time_entries t where t.workspace_id = p_workspace and t.id = p_entry;
  perform corkboard.record_change(
    corkboard.current_actor(p_workspace), 'time.deleted', 'time_entry', p_entry,
    (select jsonb_object_agg(c.key, jsonb_build_array(c.value, null::jsonb))
       from jsonb_each(to_jsonb(v_entry)) c where c.key in ('date', 'minutes', 'description', 'billable')));
  return v_entry;
end
$$;
comment on function corkboard.delete_time_entry(uuid, uuid) is
  'Deletes a time entry. The audit log keeps its content. Rejects with not_found.';
