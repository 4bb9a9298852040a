-- Counts by the endpoint's id alone, which is unique, so that an index suffices. The endpoint's row checks the
-- workspace.
create or replace function corkboard.replay_backlog(
  p_workspace uuid, p_endpoint uuid, out replayable bigint, out oldest_at timestamptz
)
language plpgsql stable
as $$
begin
  select coalesce(sum(d.n), 0)::bigint, min(d.oldest_at) into replayable, oldest_at
    from corkboard.webhook_endpoints e
    cross join unnest('{failed,missed}'::text[]) s (status)
    cross join lateral (
      select count(*) as n, min(d.settled_at) as oldest_at
        from corkboard.webhook_deliveries d
       where d.workspace_id = p_workspace and d.endpoint_id = e.id and d.status = s.status and d.status <> 'pending') d
   where e.workspace_id = p_workspace and e.id = p_endpoint;
end
$$;
comment on function corkboard.replay_backlog(uuid, uuid) is
  'How many deliveries of an endpoint a replay would send again (now failed or missed), and when the oldest of them was settled; null if there are none.';
