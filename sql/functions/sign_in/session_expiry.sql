create or replace function corkboard.session_expiry(p_created_at timestamptz, p_seen_at timestamptz) returns timestamptz
language sql immutable parallel safe
as $$
  select least(p_created_at + interval '90 days', p_seen_at + interval '14 days')
$$;
comment on function corkboard.session_expiry(timestamptz, timestamptz) is
  'Until when a session lasts that was begun and last used at these times: 14 days without use, and 90 in all.';
