create or replace function corkboard.delete_time_entry(p_workspace uuid, p_entry uuid, p_version integer default null) returns corkboard.time_entries
language plpgsql
as $$
declare
  v_entry corkboard.time_entries;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_entry := corkboard.require_record(null::corkboard.time_entries, p_workspace, p_entry, 'time entry');
  perform corkboard.check_time_unbilled(p_workspace, p_entry);
  perform corkboard.check_times_done(p_workspace, p_entry, 'time.edited', p_version, 'This time entry was changed');
  delete from corkboard.time_entries t where t.workspace_id = p_workspace and t.id = p_entry;
  perform corkboard.record_change(
    corkboard.current_actor(p_workspace), 'time.deleted', 'time_entry', p_entry,
    (select jsonb_object_agg(c.key, jsonb_build_array(c.value, null::jsonb))
       from jsonb_each(to_jsonb(v_entry)) c where c.key in ('date', 'minutes', 'description', 'billable')));
  return v_entry;
end
$$;
comment on function corkboard.delete_time_entry(uuid, uuid, integer) is
  'Deletes a time entry. The audit log keeps its content. p_version is how often the caller saw it edited (null: any). Rejects with not_found, conflict (edited since, or an invoice bills it).';
