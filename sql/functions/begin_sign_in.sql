create or replace function corkboard.begin_sign_in(
  p_email text, p_browser_hash bytea, p_from inet, p_session_hash bytea, p_next text
) returns void
language plpgsql
as $$
declare
  c_valid constant interval := '15 minutes';
  v_now constant timestamptz := clock_timestamp();
  v_sign_in uuid;
begin
  insert into corkboard.sign_ins (email, browser_hash, asked_from, session_hash, created_at, expires_at)
  values (p_email, p_browser_hash, p_from, p_session_hash, v_now, v_now + c_valid)
  returning id into v_sign_in;
  perform graphile_worker.add_job(
    'mail_sign_in', json_build_object('signInId', v_sign_in, 'next', p_next), max_attempts := 5);
end
$$;
comment on function corkboard.begin_sign_in(text, bytea, inet, bytea, text) is
  'Begins a sign-in by a code and makes the job that mails it; next is where the person goes on to, which the mail says too. The caller has checked that nobody asks too often.';
