-- From here on an earlier attempt, whose worker may still run, stores nothing more (store_export_part).
create or replace function corkboard.begin_export(p_workspace uuid, p_export uuid)
returns table (attempt integer, "isLast" boolean)
language plpgsql
rows 1
as $$
begin
  perform corkboard.enter_workspace(p_workspace);
  update corkboard.exports e set state = 'running', attempts = e.attempts + 1, done = 0, total = 0, bytes = 0
   where e.workspace_id = p_workspace and e.id = p_export and e.state in ('queued', 'running')
  returning e.attempts, e.attempts = corkboard.max_attempts() into attempt, "isLast";
  if found and not corkboard.fail_export(p_workspace, p_export, attempt, corkboard.attempt_failure(p_workspace, 'export', attempt))
  then
    return next;
  end if;
end
$$;
comment on function corkboard.begin_export(uuid, uuid) is
  'Begins to make the file of an export, from its start. The job deletes the parts of an earlier attempt (delete_export_parts). No row: it is finished or failed already, or it fails now (attempt_failure).';
