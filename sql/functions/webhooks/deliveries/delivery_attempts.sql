-- An attempt that a replay overtook is stored with the number of the previous attempt, so this numbers the attempts by
-- time.
create or replace function corkboard.delivery_attempts(p_workspace uuid, p_delivery uuid)
returns table (
  number bigint, round integer, outcome text, reason text, status_code integer, duration_ms integer, response text,
  attempted_at timestamptz, signatures text
)
language plpgsql stable
as $$
begin
  return query
    select row_number() over (order by a.attempted_at, a.id), a.round, a.outcome, a.reason, a.status_code, a.duration_ms,
           a.response, a.attempted_at, a.signatures
      from corkboard.webhook_attempts a
     where a.workspace_id = p_workspace and a.delivery_id = p_delivery
     order by a.attempted_at, a.id;
end
$$;
comment on function corkboard.delivery_attempts(uuid, uuid) is
  'The attempts of a delivery, oldest first, numbered from 1 across all rounds.';
