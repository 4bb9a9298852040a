create or replace function corkboard.session_expiry(p_created_at timestamptz, p_seen_at timestamptz) returns timestamptz
language sql immutable parallel safe
as $$
  select least(p_created_at + interval '90 days', p_seen_at + interval '14 days')
$$;
comment on function corkboard.session_expiry(timestamptz, timestamptz) is
  'When a session expires that was created and last used at these times: after 14 days without use, and after 90 days at most.';
