create or replace function corkboard.requeue_classifications() returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_late constant timestamptz := clock_timestamp() - interval '5 minutes';
  v_awaiting record;
  v_requeued integer;
begin
  select array_agg(r.workspace_id) as workspaces, array_agg(r.id) as revisions into v_awaiting
    from corkboard.revisions r
   where r.classify and r.verdict is null and r.unclassified is null and r.logged_at < v_late;
  perform corkboard.enqueue_classification(r.workspace_id, r.id)
     from unnest(v_awaiting.workspaces, v_awaiting.revisions) r (workspace_id, id)
    where not exists (select 1 from corkboard.live_jobs('classify_revision') j where j.record_id = r.id);
  get diagnostics v_requeued = row_count;
  return v_requeued;
end
$$;
comment on function corkboard.requeue_classifications() is
  'Adds new jobs for revisions that have waited five minutes for their classification and have no job. Returns how many.';
