create or replace function corkboard.status_after_attempt(
  p_outcome text, p_status text, p_is_current boolean, p_attempts_made integer
) returns text
language sql immutable
as $$
  select case
    when p_outcome = 'succeeded' then 'succeeded'
    when p_status <> 'pending' or not p_is_current then p_status
    when corkboard.retry_delay(p_attempts_made + 1) is null then 'failed'
    else 'pending'
  end
$$;
comment on function corkboard.status_after_attempt(text, text, boolean, integer) is
  'The delivery''s status after an attempt: succeeded, failed after the last retry, otherwise pending. An attempt by an outdated job (the delivery was replayed since) or for a missed delivery counts only if it succeeded.';
