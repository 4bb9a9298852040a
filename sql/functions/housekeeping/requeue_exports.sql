create or replace function corkboard.requeue_exports() returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_late constant timestamptz := clock_timestamp() - interval '5 minutes';
  v_unfinished record;
  v_requeued integer;
begin
  select array_agg(e.workspace_id) as workspaces, array_agg(e.id) as exports into v_unfinished
    from corkboard.exports e
   where e.state in ('queued', 'running') and e.requested_at < v_late;
  perform corkboard.enqueue_export(e.workspace_id, e.id)
     from unnest(v_unfinished.workspaces, v_unfinished.exports) e (workspace_id, id)
    where not exists (select 1 from corkboard.live_jobs('export_workspace') j where j.record_id = e.id);
  get diagnostics v_requeued = row_count;
  return v_requeued;
end
$$;
comment on function corkboard.requeue_exports() is
  'Adds new jobs for exports that were asked for five minutes ago, are not finished and have no job. Returns how many.';
