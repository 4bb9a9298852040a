-- Called under the workspace's lock, so that concurrent tests are counted one after the other.
create or replace function corkboard.count_endpoint_test(p_workspace uuid, p_endpoint uuid, p_test uuid) returns void
language plpgsql
as $$
declare
  c_window constant interval := '1 minute';
  c_of_endpoint constant integer := 10;
  c_of_workspace constant integer := 30;
  v_now constant timestamptz := clock_timestamp();
  v_limit record;
begin
  delete from corkboard.webhook_tests t where t.workspace_id = p_workspace and t.tested_at <= v_now - c_window;
  -- At the limit, the next test must wait until the oldest one leaves the window.
  for v_limit in
    select 'This endpoint' as what, c_of_endpoint as most, array(
             select t.tested_at from corkboard.webhook_tests t
              where t.workspace_id = p_workspace and t.endpoint_id = p_endpoint
              order by t.tested_at desc) as times
    union all
    select 'The workspace', c_of_workspace, array(
             select t.tested_at from corkboard.webhook_tests t
              where t.workspace_id = p_workspace
              order by t.tested_at desc)
  loop
    if cardinality(v_limit.times) >= v_limit.most then
      perform corkboard.reject('rate_limited', format(
        '%s has had %s tests in the last minute, the most allowed. Try again in %s seconds.', v_limit.what, v_limit.most,
        ceil(extract(epoch from v_limit.times[v_limit.most] + c_window - v_now))));
    end if;
  end loop;
  insert into corkboard.webhook_tests (workspace_id, id, endpoint_id, tested_at)
  values (p_workspace, p_test, p_endpoint, v_now);
end
$$;
comment on function corkboard.count_endpoint_test(uuid, uuid, uuid) is
  'Counts a test of an endpoint. Rejects with rate_limited beyond 10 tests a minute for the endpoint or 30 for the workspace, and says when to try again.';
