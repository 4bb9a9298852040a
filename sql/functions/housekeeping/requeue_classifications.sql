create or replace function corkboard.requeue_classifications() returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_late constant timestamptz := clock_timestamp() - interval '5 minutes';
  v_awaiting corkboard.revisions[];
begin
  v_awaiting := array(
    select r from corkboard.revisions r
     where r.classify and r.verdict is null and r.unclassified is null and r.logged_at < v_late);
  if v_awaiting = '{}' then
    return 0;
  end if;
  v_awaiting := array(
    select r from unnest(v_awaiting) r
     where not exists (select 1 from corkboard.live_jobs('classify_revision') j where j.record_id = r.id));
  perform corkboard.enqueue_classification(r.workspace_id, r.id) from unnest(v_awaiting) r;
  return cardinality(v_awaiting);
end
$$;
comment on function corkboard.requeue_classifications() is
  'Adds new jobs for revisions that have waited five minutes for their classification and have no job. Returns how many.';
