-- Failures are counted on the endpoint's row, under its lock, in the order in which deliveries were settled. A success
-- with a count of 0 locks and writes nothing. Failures of attempts that were in progress when the endpoint was disabled
-- don't count, so that it stays the number that disabled it, which the email names. If this disables the endpoint, a job
-- marks its pending deliveries as missed: that locks deliveries, which must be locked before endpoints.
create or replace function corkboard.count_endpoint_results(p_workspaces uuid[], p_endpoints uuid[], p_successes boolean[]) returns void
language plpgsql
as $$
declare
  v_workspace constant uuid := corkboard.only_workspace(p_workspaces);
  v_now timestamptz;
  c_max_failures constant integer := 20;
  v_endpoint record;
  v_succeeded boolean;
  v_failures integer;
  v_turn_off boolean;
begin
  if p_workspaces is null then
    return;
  end if;
  for v_endpoint in
    select e.*
      from (select m.workspace_id, m.endpoint, bool_and(m.succeeded) as well
              from unnest(p_workspaces, p_endpoints, p_successes) as m (workspace_id, endpoint, succeeded)
             group by 1, 2
             order by 1, 2) m
      cross join lateral (
        select e.workspace_id, e.id, e.failures_in_row, e.disabled_at
          from corkboard.webhook_endpoints e
         where e.workspace_id = coalesce(v_workspace, m.workspace_id) and e.id = m.endpoint and (not m.well or e.failures_in_row > 0)
         limit 1 for no key update) e
  loop
    v_failures := v_endpoint.failures_in_row;
    v_turn_off := false;
    for v_succeeded in
      select m.succeeded from unnest(p_endpoints, p_successes) with ordinality as m (endpoint, succeeded, n)
       where m.endpoint = v_endpoint.id
       order by m.n
    loop
      v_failures := case
        when v_succeeded then 0
        when v_turn_off or v_endpoint.disabled_at is not null then v_failures
        else v_failures + 1 end;
      v_turn_off := v_turn_off or v_failures >= c_max_failures;
    end loop;
    v_turn_off := v_turn_off and v_endpoint.disabled_at is null;
    v_now := clock_timestamp();
    update corkboard.webhook_endpoints e
       set failures_in_row = v_failures,
           disabled_at = case when v_turn_off then v_now else e.disabled_at end,
           notice_due_at = case when v_turn_off then v_now else e.notice_due_at end
     where e.workspace_id = v_endpoint.workspace_id and e.id = v_endpoint.id;
    if v_turn_off then
      perform corkboard.record_audit((v_endpoint.workspace_id, 'app', 'service'), 'endpoint.disabled', 'endpoint', v_endpoint.id);
      perform corkboard.enqueue_job('disable_endpoint', v_endpoint.workspace_id, v_endpoint.id);
    end if;
  end loop;
end
$$;
comment on function corkboard.count_endpoint_results(uuid[], uuid[], boolean[]) is
  'Counts settled deliveries on their endpoints (parallel arrays, in order): a success resets the count of failures, and 20 failures in a row disable the endpoint and add one job that emails its owner; it then counts no more of them.';
