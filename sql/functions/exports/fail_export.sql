create or replace function corkboard.fail_export(p_workspace uuid, p_export uuid, p_try integer, p_failure text) returns void
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  perform corkboard.enter_workspace(p_workspace);
  update corkboard.exports e set state = 'failed', finished_at = v_now, failure = p_failure
   where e.workspace_id = p_workspace and e.id = p_export and e.state = 'running' and e.tries = p_try;
end
$$;
comment on function corkboard.fail_export(uuid, uuid, integer, text) is
  'Marks an export as failed, unless another try has begun or it has ended. Its parts are deleted later (prune_exports).';
