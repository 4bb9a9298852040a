-- Like check_release, for callers that do not reject copies themselves.
create or replace function corkboard.check_ready(p_fingerprint text) returns void
language plpgsql stable
as $$
declare
  v_reason constant text := corkboard.readiness_problem(p_fingerprint);
begin
  if v_reason is not null then
    perform corkboard.reject('conflict', v_reason);
  end if;
end
$$;
comment on function corkboard.check_ready(text) is
  'Rejects with conflict if a process of the version with this fingerprint can''t work on the database (readiness_problem).';
