create or replace function corkboard.finish_export(p_workspace uuid, p_export uuid, p_attempt integer) returns boolean
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  perform corkboard.enter_workspace(p_workspace);
  update corkboard.exports e set state = 'finished', finished_at = v_now, done = e.total
   where e.workspace_id = p_workspace and e.id = p_export and e.state = 'running' and e.attempts = p_attempt;
  return found;
end
$$;
comment on function corkboard.finish_export(uuid, uuid, integer) is
  'Marks an export as finished, whose parts are all stored. Returns false if another attempt has begun or the export has ended.';
