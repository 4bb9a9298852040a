-- As the owner, so that indexes suffice: the policy of the service's role would read the row of each delivery to see its
-- workspace. The endpoint's row and current_workspace say here what the policy says there. Each count stops at p_most, so
-- the cost does not grow with the number of deliveries. The settings keep the planner, which does not know p_most, from
-- reading the table.
create or replace function corkboard.endpoint_counts(
  p_workspace uuid, p_endpoint uuid, p_most integer,
  out pending bigint, out retrying bigint, out waiting bigint, out failed bigint, out failed_24h bigint, out missed bigint,
  out next_attempt_at timestamptz, out last_success_at timestamptz, out oldest_unsent_at timestamptz
)
language plpgsql stable
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
as $$
begin
  if p_workspace is distinct from corkboard.current_workspace() or not exists (
    select 1 from corkboard.webhook_endpoints e where e.workspace_id = p_workspace and e.id = p_endpoint) then
    return;
  end if;
  pending := (select count(*) from (
    select 1 from corkboard.webhook_deliveries d where d.endpoint_id = p_endpoint and d.status = 'pending' limit p_most) d);
  retrying := (select count(*) from (
    select 1 from corkboard.webhook_deliveries d
     where d.endpoint_id = p_endpoint and d.status = 'pending' and d.due_at > now() limit p_most) d);
  waiting := (select count(*) from (
    select 1 from corkboard.webhook_throttled_deliveries q where q.endpoint_id = p_endpoint limit p_most) q);
  failed := (select count(*) from (
    select 1 from corkboard.webhook_deliveries d
     where d.endpoint_id = p_endpoint and d.status = 'failed' and d.status <> 'pending' limit p_most) d);
  failed_24h := (select count(*) from (
    select 1 from corkboard.webhook_deliveries d
     where d.endpoint_id = p_endpoint and d.status = 'failed' and d.status <> 'pending'
       and d.settled_at > now() - interval '24 hours' limit p_most) d);
  missed := (select count(*) from (
    select 1 from corkboard.webhook_deliveries d
     where d.endpoint_id = p_endpoint and d.status = 'missed' and d.status <> 'pending' limit p_most) d);
  next_attempt_at := (
    select min(d.due_at) from corkboard.webhook_deliveries d
     where d.endpoint_id = p_endpoint and d.status = 'pending' and d.due_at > now());
  last_success_at := (
    select max(d.settled_at) from corkboard.webhook_deliveries d
     where d.endpoint_id = p_endpoint and d.status = 'succeeded' and d.status <> 'pending');
  oldest_unsent_at := least(
    (select min(d.settled_at) from corkboard.webhook_deliveries d
      where d.endpoint_id = p_endpoint and d.status = 'failed' and d.status <> 'pending'),
    (select min(d.settled_at) from corkboard.webhook_deliveries d
      where d.endpoint_id = p_endpoint and d.status = 'missed' and d.status <> 'pending'));
end
$$;
comment on function corkboard.endpoint_counts(uuid, uuid, integer) is
  'An endpoint''s deliveries of the entered workspace, each kind counted up to p_most: pending ones, those of them that are due later or wait for the throttle, failed ones, those of the last 24 hours, and missed ones. Also when the next attempt is due, when a delivery last succeeded, and when the oldest failed or missed one was settled.';
