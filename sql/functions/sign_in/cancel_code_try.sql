create or replace function corkboard.cancel_code_try(p_sign_ins uuid[]) returns void
language sql
security definer
set search_path = pg_catalog, pg_temp
as $$
  update corkboard.sign_ins s set tries = s.tries - 1 where s.id = any (p_sign_ins) and s.tries > 0;
$$;
comment on function corkboard.cancel_code_try(uuid[]) is
  'Gives back a try that begin_code_try counted, because the process was too busy to check the code.';
