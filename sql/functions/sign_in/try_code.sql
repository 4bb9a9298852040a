-- For processes of the previous release; the next release drops it.
create or replace function corkboard.try_code(p_browser_hash bytea) returns uuid[]
language sql
as $$
  select (corkboard.begin_code_try(p_browser_hash, null)).sign_ins
$$;
comment on function corkboard.try_code(bytea) is
  'begin_code_try, for processes of the previous release: returns only the sign-ins.';
