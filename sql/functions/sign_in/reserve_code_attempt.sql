-- Checking a code costs processor time, so an attempt is counted before the check: five attempts are five, even if they
-- are made at once. Whether a code was sent makes no difference here, so that neither the response nor its timing
-- reveals whether the address is a member's.
create or replace function corkboard.reserve_code_attempt(
  p_browser_hash bytea, p_from inet,
  out sign_ins uuid[], out salts uuid[], out is_known_browser boolean, out network text
)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  c_max_attempts constant integer := 5;
  -- Two, because the email of the previous request may have been slow. Each costs one hash.
  c_max_sign_ins constant integer := 2;
begin
  network := host(corkboard.network_of(p_from));
  sign_ins := array(
    select s.id from corkboard.sign_ins s
     where s.browser_hash = p_browser_hash and s.expires_at > clock_timestamp() and s.attempts < c_max_attempts
     order by s.id desc
     limit c_max_sign_ins
       for update);
  with tried as (
    update corkboard.sign_ins s set attempts = s.attempts + 1
     where s.id = any (reserve_code_attempt.sign_ins)
    returning s.id, coalesce(s.code_sign_in_id, s.id) as salt, corkboard.normalize_email(s.email) as email, s.session_hash)
  select coalesce(array_agg(t.id order by t.id), '{}'), coalesce(array_agg(t.salt order by t.id), '{}'),
         coalesce(bool_or(t.session_hash is not null or exists (
           select 1 from corkboard.sign_in_origins o where o.email = t.email and o.browser_hash = p_browser_hash)), false)
    into reserve_code_attempt.sign_ins, reserve_code_attempt.salts, reserve_code_attempt.is_known_browser
    from tried t;
end
$$;
comment on function corkboard.reserve_code_attempt(bytea, inet) is
  'Counts one attempt at a code for the two newest sign-ins of this browser. Returns their ids, the salts of their codes, the network of the request, and whether the owner of the address signed in with this browser before or is only reauthenticating. No sign-ins: none was started, they expired, or their five attempts are used up.';
