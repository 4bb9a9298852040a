create or replace function corkboard.requested_pause(p_status integer, p_retry_after_ms integer) returns interval
language sql immutable
as $$
  select case
    when p_status = 429 then greatest(1000, least(coalesce(p_retry_after_ms, 0), 300000)) * interval '1 millisecond'
    when p_status = 503 and p_retry_after_ms is not null then least(p_retry_after_ms, 300000) * interval '1 millisecond'
  end
$$;
comment on function corkboard.requested_pause(integer, integer) is
  'How long an endpoint gets nothing after a response with this status and Retry-After (ms): after 429 at least one second, after 503 if it asks for a pause; at most five minutes. Null: no pause.';
