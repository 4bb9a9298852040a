create or replace function corkboard.workspaces_with_throttled() returns setof uuid
language plpgsql stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  perform corkboard.check_no_workspace_entered();
  return query
    select distinct p.workspace_id from corkboard.webhook_throttles p
     where p.has_waiting and corkboard.is_throttle_ready(row(p.*)::corkboard.webhook_throttles, v_now);
end
$$;
comment on function corkboard.workspaces_with_throttled() is
  'The workspaces that have throttled deliveries at an endpoint whose throttle may allow an attempt now.';
