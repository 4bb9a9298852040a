create or replace function corkboard.use_rates(p_paces corkboard.webhook_paces[], p_attempts corkboard.claimed_attempt[]) returns void
language plpgsql
set enable_seqscan = off
as $$
begin
  if exists (select from unnest(p_paces) p where corkboard.pace_rate(p) is not null) then
    update corkboard.webhook_paces p
       set next_at = corkboard.pace_begins(p.next_at, clock_timestamp()) + a.count / corkboard.pace_rate(p) * interval '1 second'
      from (select a."workspaceId" as workspace_id, a."endpointId" as id, count(*) from unnest(p_attempts) a group by 1, 2) a
     where p.workspace_id = a.workspace_id and p.id = a.id and corkboard.pace_rate(p) is not null;
  end if;
end
$$;
comment on function corkboard.use_rates(corkboard.webhook_paces[], corkboard.claimed_attempt[]) is
  'Notes that these attempts begin now, at endpoints that have a rate.';
