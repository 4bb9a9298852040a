create or replace function corkboard.workspaces_with_throttled() returns setof uuid
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform corkboard.check_no_workspace_entered();
  return query
    select * from corkboard.find_rows(
      'select distinct p.workspace_id from %1$s p
        where p.has_waiting
          and corkboard.is_throttle_ready(row(p.*)::corkboard.webhook_throttles, statement_timestamp())',
      'corkboard.webhook_throttles');
end
$$;
comment on function corkboard.workspaces_with_throttled() is
  'The workspaces that have throttled deliveries at an endpoint whose throttle may allow an attempt now.';
