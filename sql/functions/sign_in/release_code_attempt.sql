create or replace function corkboard.release_code_attempt(p_sign_ins uuid[]) returns void
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$
  update corkboard.sign_ins s set attempts = s.attempts - 1 where s.id = any (p_sign_ins) and s.attempts > 0;
$$;
comment on function corkboard.release_code_attempt(uuid[]) is
  'Undoes reserve_code_attempt, if the process was too busy to check the code.';
