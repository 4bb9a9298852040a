-- An attempt that a worker starts right now, from the current job, would not count, because the delivery gets another
-- job here. So this claims the deliveries first, as a worker does. Workers that want to claim them wait for the end of
-- this transaction, and then see the new job number.
create or replace function corkboard.make_due_now(p_workspace uuid, p_deliveries uuid[])
returns corkboard.webhook_deliveries[]
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_claim constant uuid := gen_random_uuid();
  v_free constant uuid[] := corkboard.claim_for_change(p_workspace, p_deliveries, v_claim);
  v_pending uuid[];
  v_deliveries corkboard.webhook_deliveries[];
begin
  v_pending := array(select l.id from corkboard.lock_deliveries(p_workspace, v_free) l where l.status = 'pending');
  with updated as (
    update corkboard.webhook_deliveries d
       set due_at = least(d.due_at, v_now), job_number = d.job_number + 1
     where d.workspace_id = p_workspace and d.id = any (v_pending)
    returning row(d.*)::corkboard.webhook_deliveries as d)
  select coalesce(array_agg(b.d order by (b.d).id), '{}') into v_deliveries from updated b;
  delete from corkboard.webhook_claims c
   where c.workspace_id = p_workspace and c.id = any (v_free) and c.claim = v_claim;
  return v_deliveries;
end
$$;
comment on function corkboard.make_due_now(uuid, uuid[]) is
  'Makes the next attempts of these deliveries due now and returns those deliveries. Skips those that are not pending or have an attempt in progress. Their former jobs do nothing any more, so the caller must queue them again.';
