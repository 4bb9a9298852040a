create or replace function corkboard.emit_event(p_workspace uuid, p_event text, p_data json) returns void
language plpgsql
as $$
begin
  perform corkboard.emit_events(p_event, array[(p_workspace, p_data)::corkboard.event_input]);
end
$$;
comment on function corkboard.emit_event(uuid, text, json) is
  'Emits one event. p_data has its fields in the specified order.';
