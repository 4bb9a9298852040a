-- The newest export replaces the others, so that a workspace fills no disk. Their parts are deleted by the next prune: that may
-- take longer than a request.
create or replace function corkboard.start_export(p_workspace uuid) returns corkboard.exports
language plpgsql
as $$
declare
  v_now timestamptz;
  v_export corkboard.exports;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_now := clock_timestamp();
  if exists (select 1 from corkboard.exports e where e.workspace_id = p_workspace and e.state in ('queued', 'running')) then
    perform corkboard.reject('conflict', 'An export is being made already.');
  end if;
  update corkboard.exports e set state = 'failed', finished_at = v_now, failure = 'A newer export replaced this one.'
   where e.workspace_id = p_workspace and e.state = 'finished';
  insert into corkboard.exports (workspace_id, requested_by)
  values (p_workspace, (corkboard.current_actor(p_workspace)).label)
  returning * into v_export;
  perform corkboard.enqueue_job('export_workspace', p_workspace, v_export.id);
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'export.started', 'workspace', p_workspace);
  return v_export;
end
$$;
comment on function corkboard.start_export(uuid) is
  'Adds an export of a workspace and the job that makes its file, and gives up the file of the previous one. Rejects with not_found, conflict (one is being made already).';
