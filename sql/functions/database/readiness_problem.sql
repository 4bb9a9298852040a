create or replace function corkboard.readiness_problem(p_fingerprint text) returns text
language plpgsql stable
as $$
begin
  return coalesce(
    corkboard.release_problem(p_fingerprint),
    case when corkboard.is_copy() then corkboard.copy_message() end);
end
$$;
comment on function corkboard.readiness_problem(text) is
  'Why a process of the version with this fingerprint can''t work on the database; null if it can.';
