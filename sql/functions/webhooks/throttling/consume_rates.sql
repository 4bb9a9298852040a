create or replace function corkboard.consume_rates(p_throttles corkboard.webhook_throttles[], p_attempts corkboard.claimed_attempt[]) returns void
language plpgsql
set enable_seqscan = off
as $$
declare
  v_now timestamptz;
begin
  if exists (select 1 from unnest(p_throttles) p where corkboard.effective_rate(p) is not null) then
    v_now := clock_timestamp();
    update corkboard.webhook_throttles p
       set next_attempt_at = corkboard.rate_starts_at(p.next_attempt_at, v_now) + a.count / corkboard.effective_rate(p) * interval '1 second'
      from (select a."workspaceId" as workspace_id, a."endpointId" as id, count(*) from unnest(p_attempts) a group by 1, 2) a
     where p.workspace_id = a.workspace_id and p.id = a.id and corkboard.effective_rate(p) is not null;
  end if;
end
$$;
comment on function corkboard.consume_rates(corkboard.webhook_throttles[], corkboard.claimed_attempt[]) is
  'Charges these attempts, which start now, to the rates of their endpoints.';
