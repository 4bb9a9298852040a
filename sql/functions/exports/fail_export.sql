create or replace function corkboard.fail_export(p_workspace uuid, p_export uuid, p_attempt integer, p_failure text) returns boolean
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  perform corkboard.enter_workspace(p_workspace);
  update corkboard.exports e set state = 'failed', finished_at = v_now, failure = p_failure
   where e.workspace_id = p_workspace and e.id = p_export and e.state = 'running' and e.attempts = p_attempt
     and p_failure is not null;
  return found;
end
$$;
comment on function corkboard.fail_export(uuid, uuid, integer, text) is
  'Marks an export as failed, unless p_failure is null, another attempt has begun, or it has ended. Returns whether it did. Its parts are deleted later (prune).';
