create or replace function corkboard.create_sign_in(
  p_email text, p_browser_hash bytea, p_network inet, p_session_hash bytea, p_next text,
  p_is_known_origin boolean, p_code_sign_in uuid
) returns void
language plpgsql
as $$
declare
  c_valid constant interval := '15 minutes';
  v_now constant timestamptz := clock_timestamp();
  v_sign_in uuid;
begin
  insert into corkboard.sign_ins
    (email, browser_hash, requested_from, session_hash, is_known_origin, code_sign_in_id, created_at, expires_at)
  values
    (p_email, p_browser_hash, p_network, p_session_hash, p_is_known_origin, p_code_sign_in, v_now, v_now + c_valid)
  returning id into v_sign_in;
  if p_code_sign_in is null then
    perform graphile_worker.add_job(
      'mail_sign_in', json_build_object('signInId', v_sign_in, 'next', p_next), max_attempts := 5);
  end if;
end
$$;
comment on function corkboard.create_sign_in(text, bytea, inet, bytea, text, boolean, uuid) is
  'Adds a sign-in by emailed code, and the job that sends the code unless it shares the code of another sign-in. p_next is the page to show afterwards, which the email links to. The caller enforces the limits.';
