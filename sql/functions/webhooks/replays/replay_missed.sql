-- Nothing calls this any more but processes of the previous release.
create or replace function corkboard.replay_missed(
  p_workspace uuid, p_endpoint uuid, p_since timestamptz default null,
  out since timestamptz, out deliveries corkboard.webhook_deliveries[]
)
language plpgsql
as $$
begin
  since := coalesce(p_since, '-infinity');
  deliveries := (corkboard.replay_deliveries(
    p_workspace, p_endpoint, since, case when p_since is not null then clock_timestamp() end)).deliveries;
end
$$;
comment on function corkboard.replay_missed(uuid, uuid, timestamptz) is
  'replay_deliveries, as the previous release calls it.';
drop function if exists corkboard.last_worked_at(uuid, uuid);
