create or replace function corkboard.last_retry_at(p_due_at timestamptz, p_attempts_made integer) returns timestamptz
language sql immutable
as $$
  select p_due_at + coalesce(sum(d.delay), interval '0')
    from unnest((corkboard.retry_delays())[p_attempts_made + 1:]) d (delay)
$$;
comment on function corkboard.last_retry_at(timestamptz, integer) is
  'When the last retry of a delivery would be due if its next attempt ran at p_due_at and all attempts failed at once.';
