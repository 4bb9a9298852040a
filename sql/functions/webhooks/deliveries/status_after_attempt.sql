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
  'What an attempt makes of a delivery: succeeded, failed after the last of its schedule, else pending. An attempt by an earlier job (the delivery was replayed meanwhile) or of a missed one decides nothing but success.';
