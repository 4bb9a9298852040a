-- As in reserve_code_attempt, checking a code costs processor time, so an attempt is counted and committed before the
-- check.
create or replace function corkboard.reserve_email_code_attempt(p_session_hash bytea) returns uuid
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  c_max_attempts constant integer := 5;
  v_now constant timestamptz := clock_timestamp();
  v_change uuid;
begin
  update corkboard.email_changes c set attempts = c.attempts + 1
    from corkboard.sessions s
   where s.token_hash = p_session_hash and s.expires_at > v_now
     and c.workspace_id = s.workspace_id and c.member_id = s.member_id and c.session_id = s.id
     and c.expires_at > v_now and c.attempts < c_max_attempts
  returning c.id into v_change;
  return v_change;
end
$$;
comment on function corkboard.reserve_email_code_attempt(bytea) is
  'Counts one attempt at the code of the email change that a session requested, and returns its id; null if there is none, it expired, or five attempts were made.';
