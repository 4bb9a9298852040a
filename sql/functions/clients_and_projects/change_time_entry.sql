create or replace function corkboard.change_time_entry(p_workspace uuid, p_entry uuid, p_changes jsonb) returns corkboard.time_entries
language plpgsql
as $$
declare
  v_before corkboard.time_entries;
  v_entry corkboard.time_entries;
begin
  perform corkboard.check_known_columns(p_changes, '{date,minutes,billable}', '{description}');
  perform corkboard.check_integer('minutes', p_changes -> 'minutes', 1, 960);
  perform corkboard.check_boolean('billable', p_changes -> 'billable');
  perform corkboard.lock_workspace(p_workspace);
  v_before := corkboard.require_record(null::corkboard.time_entries, p_workspace, p_entry, 'time entry');
  perform corkboard.check_time_unbilled(p_workspace, p_entry);
  v_entry := jsonb_populate_record(v_before, p_changes);
  perform corkboard.check_date('date', v_entry.date);
  perform corkboard.check_text('description', v_entry.description, 5000);
  v_entry := corkboard.change_record(v_before, p_changes);
  if v_entry is distinct from v_before then
    perform corkboard.record_change(
      corkboard.current_actor(p_workspace), 'time.edited', 'time_entry', p_entry,
      corkboard.changed_values(to_jsonb(v_before), to_jsonb(v_entry)));
  end if;
  return v_entry;
end
$$;
comment on function corkboard.change_time_entry(uuid, uuid, jsonb) is
  'Changes the given columns of a time entry, as in {"minutes": 90, "description": null}; null clears a value. Rejects with validation, not_found, conflict (an invoice bills it).';
