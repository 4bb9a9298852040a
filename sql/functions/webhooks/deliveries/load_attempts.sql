-- claim_attempts calls this with the throttles locked.
create or replace function corkboard.load_attempts(
  p_workspaces uuid[], p_deliveries uuid[], p_job_numbers integer[], p_claim uuid,
  p_throttles corkboard.webhook_throttles[], p_silent_workspaces uuid[]
) returns corkboard.claimed_attempt[]
language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  v_workspace constant uuid := corkboard.only_workspace(p_workspaces);
  v_now constant timestamptz := clock_timestamp();
begin
  return array(
    with throttle as materialized (
      select p.workspace_id, p.id, u.in_progress, corkboard.throttle_capacity(p, u.in_progress, v_now) as room
        from unnest(p_throttles) p
        cross join lateral (
          select count(*) as in_progress from corkboard.webhook_claims c
           where c.workspace_id = coalesce(v_workspace, p.workspace_id) and c.endpoint_id = p.id and c.claimed_until > v_now and c.claim <> p_claim) u),
    -- New deliveries go before retries and replays.
    sendable as (
      select d.*, j.n, e.url, e.format, e.secrets, s.locale, s.time_zone,
             count(*) over (partition by d.workspace_id, d.endpoint_id) as wanted,
             row_number() over (partition by d.workspace_id, d.endpoint_id order by d.job_number > 1, j.n) as place
        from (select distinct on (1, 2) j.*
                from unnest(p_workspaces, p_deliveries, p_job_numbers) with ordinality as j (workspace_id, id, job_number, n)
               order by 1, 2, 3 desc) j
        cross join lateral (
          select c.claim from corkboard.webhook_claims c where c.workspace_id = coalesce(v_workspace, j.workspace_id) and c.id = j.id limit 1) c
        cross join lateral (
          select d.* from corkboard.webhook_deliveries d where d.workspace_id = coalesce(v_workspace, j.workspace_id) and d.id = j.id limit 1) d
        cross join lateral (
          select e.url, e.format, e.disabled_at, corkboard.live_secrets(row(e.*)::corkboard.webhook_endpoints) as secrets from corkboard.webhook_endpoints e
           where e.workspace_id = coalesce(v_workspace, d.workspace_id) and e.id = d.endpoint_id limit 1) e
        -- Only messages for people need a locale and a time zone.
        left join lateral (
          select s.locale, s.time_zone from corkboard.workspaces s
           where s.id = coalesce(v_workspace, d.workspace_id) and e.format <> 'json' limit 1) s on true
       where j.workspace_id <> all (p_silent_workspaces) and c.claim = p_claim
         and d.job_number = j.job_number and d.status = 'pending' and e.disabled_at is null)
    select row (
             s.workspace_id, s.endpoint_id, s.id, s.job_number, p_claim, corkboard.iso(v_now),
             p.in_progress + least(s.wanted, p.room), greatest(p.room - s.wanted, 0), s.event, corkboard.iso(s.created_at),
             s.data::text, s.url, s.format, s.secrets, s.request_id, s.traceparent, s.locale, s.time_zone
           )::corkboard.claimed_attempt
      from sendable s
      join throttle p on p.workspace_id = s.workspace_id and p.id = s.endpoint_id
     where s.place <= p.room
     order by s.n);
end
$$;
comment on function corkboard.load_attempts(
  uuid[], uuid[], integer[], uuid, corkboard.webhook_throttles[], uuid[]) is
  'What is needed for the attempts of these jobs that may be made now: jobs with the claim, whose delivery is pending for this very job, whose endpoint is enabled and whose workspace is not silent (silent_workspaces); for each endpoint as many as its throttle allows.';
