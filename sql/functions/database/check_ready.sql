-- Like check_release, for callers that do not reject copies themselves.
create or replace function corkboard.check_ready(p_build_number integer) returns void
language plpgsql stable
as $$
declare
  v_reason constant text := corkboard.readiness_problem(p_build_number);
begin
  if v_reason is not null then
    perform corkboard.reject('conflict', v_reason);
  end if;
end
$$;
comment on function corkboard.check_ready(integer) is
  'Rejects with conflict if a process of the version with this build number can''t work on the database (readiness_problem).';
