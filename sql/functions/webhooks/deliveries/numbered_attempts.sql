-- The previous release calls this while a release rolls out.
create or replace function corkboard.numbered_attempts(p_workspace uuid, p_delivery uuid)
returns table (
  number bigint, round integer, outcome text, reason text, status_code integer, duration_ms integer, response text,
  attempted_at timestamptz
)
language sql stable
as $$
  select a.number, a.round, a.outcome, a.reason, a.status_code, a.duration_ms, a.response, a.attempted_at
    from corkboard.delivery_attempts(p_workspace, p_delivery) a
$$;
comment on function corkboard.numbered_attempts(uuid, uuid) is
  'The attempts of a delivery without their signatures, for the previous release.';
