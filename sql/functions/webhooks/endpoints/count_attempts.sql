-- Rows are written in the order of their keys, after all other rows, so that batches that are recorded at the same time
-- don't wait for each other in a circle. A late attempt is left out if its hour's row was reused for a later hour.
-- Joining the endpoints leaves out attempts of an endpoint that was removed meanwhile.
create or replace function corkboard.count_attempts(
  p_workspaces uuid[], p_endpoints uuid[], p_outcomes text[], p_durations integer[], p_times timestamptz[]
) returns void
language plpgsql
set enable_seqscan = off
as $$
declare
  v_workspace constant uuid := corkboard.only_workspace(p_workspaces);
begin
  insert into corkboard.webhook_attempt_counts as c (workspace_id, id, slot, hour_at, succeeded, failed, duration_ms)
  select e.workspace_id, a.id, extract(hour from a.hour_at at time zone 'UTC'), a.hour_at, a.succeeded, a.failed, a.duration_ms
    from (select u.workspace_id, u.id, date_trunc('hour', u.attempted_at, 'UTC') as hour_at,
                 count(*) filter (where u.outcome = 'succeeded') as succeeded,
                 count(*) filter (where u.outcome <> 'succeeded') as failed,
                 coalesce(sum(u.duration_ms) filter (where u.outcome = 'succeeded'), 0) as duration_ms
            from unnest(p_workspaces, p_endpoints, p_outcomes, p_durations, p_times)
                   as u (workspace_id, id, outcome, duration_ms, attempted_at)
           group by 1, 2, 3) a
    cross join lateral (
      select e.workspace_id from corkboard.webhook_endpoints e where e.workspace_id = coalesce(v_workspace, a.workspace_id) and e.id = a.id limit 1) e
   order by a.workspace_id, a.id, a.hour_at
  on conflict (workspace_id, id, slot) do update
     set hour_at = excluded.hour_at,
         succeeded = excluded.succeeded + case when c.hour_at = excluded.hour_at then c.succeeded else 0 end,
         failed = excluded.failed + case when c.hour_at = excluded.hour_at then c.failed else 0 end,
         duration_ms = excluded.duration_ms + case when c.hour_at = excluded.hour_at then c.duration_ms else 0 end
   where c.hour_at <= excluded.hour_at;
end
$$;
comment on function corkboard.count_attempts(uuid[], uuid[], text[], integer[], timestamptz[]) is
  'Adds attempts (parallel arrays; durations in ms) to the counts of their endpoints and hours.';
