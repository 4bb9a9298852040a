create or replace function corkboard.requeue_imports() returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_late constant timestamptz := clock_timestamp() - interval '5 minutes';
  v_unfinished record;
  v_requeued integer;
begin
  select array_agg(i.workspace_id) as workspaces, array_agg(i.id) as imports into v_unfinished
    from corkboard.client_imports i
   where i.state in ('checking', 'importing') and i.requested_at < v_late;
  perform corkboard.add_import_job(i.workspace_id, i.id)
     from unnest(v_unfinished.workspaces, v_unfinished.imports) i (workspace_id, id)
    where not exists (select 1 from corkboard.live_jobs('import_clients') j where j.record_id = i.id);
  get diagnostics v_requeued = row_count;
  return v_requeued;
end
$$;
comment on function corkboard.requeue_imports() is
  'Adds new jobs for imports of clients that were asked for five minutes ago, are not finished and have no job. Returns how many.';
