create or replace function corkboard.narrowest_window(p_pace corkboard.webhook_paces, p_successes bigint, p_now timestamptz) returns real
language plpgsql stable
as $$
begin
  -- Nothing is learned from an outage: the window is afterwards as it was.
  if p_successes = 0 and p_pace.first_failed_at <= p_now - interval '30 seconds' then
    return p_pace.window_size;
  end if;
  if p_successes > 0 or exists (
    select from corkboard.webhook_deliveries d
     where d.endpoint_id = p_pace.id and d.status = 'succeeded' and d.status <> 'pending' and d.settled_at > p_now - interval '30 seconds')
  then
    return 1;
  end if;
  return least(p_pace.window_size, corkboard.window_floor());
end
$$;
comment on function corkboard.narrowest_window(corkboard.webhook_paces, bigint, timestamptz) is
  'How far an endpoint''s window may narrow now: to 1 while some attempts succeed, and where none do to the floor.';
