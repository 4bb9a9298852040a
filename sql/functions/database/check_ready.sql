-- Like check_release, for callers that do not reject copies themselves.
create or replace function corkboard.check_ready(p_build_number integer) returns void
language plpgsql stable
as $$
begin
  perform corkboard.reject_conflict(corkboard.readiness_problem(p_build_number));
end
$$;
comment on function corkboard.check_ready(integer) is
  'Rejects with conflict if a process of the version with this build number can''t work on the database (readiness_problem).';
