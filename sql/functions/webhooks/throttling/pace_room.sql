-- Workers look for waiting deliveries four times a second (src/webhooks/waitingAttempts.ts). Under a rate, what may
-- begin in that time begins together.
create or replace function corkboard.pace_room(p_pace corkboard.webhook_paces, p_under_way bigint, p_now timestamptz)
returns integer
language sql stable
as $$
  select greatest(0, least(
    case when p_pace.resumes_at > p_now then 0 end,
    case when p_pace.first_failed_at <= p_now - interval '30 seconds'
         then greatest(floor(p_pace.window_size), corkboard.window_floor()) else floor(p_pace.window_size) end - p_under_way,
    floor(extract(epoch from p_now - corkboard.pace_begins(p_pace.next_at, p_now)) * corkboard.pace_rate(p_pace)) + 1)::integer)
$$;
comment on function corkboard.pace_room(corkboard.webhook_paces, bigint, timestamptz) is
  'How many attempts may begin at an endpoint at this time, while so many are under way: by its window, its rate, and the pause that it asked for.';
