create or replace function corkboard.consume_rates(p_throttles corkboard.webhook_throttles[], p_attempts corkboard.claimed_attempt[]) returns void
language plpgsql
set enable_seqscan = off
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_throttle record;
begin
  for v_throttle in
    select t.workspace_id, t.id,
           corkboard.rate_starts_at(t.next_attempt_at, v_now) + a.count / corkboard.effective_rate(t, v_now) * interval '1 second' as next_attempt_at
      from unnest(p_throttles) t
      join (select a."endpointId" as id, count(*) from unnest(p_attempts) a group by 1) a on a.id = t.id
     where corkboard.effective_rate(t, v_now) is not null
  loop
    update corkboard.webhook_throttles p set next_attempt_at = v_throttle.next_attempt_at
     where p.workspace_id = v_throttle.workspace_id and p.id = v_throttle.id;
  end loop;
end
$$;
comment on function corkboard.consume_rates(corkboard.webhook_throttles[], corkboard.claimed_attempt[]) is
  'Charges these attempts, which start now, to the rates of their endpoints, whose throttles are locked.';
