create or replace function corkboard.readiness_problem(p_build_number integer) returns text
language plpgsql stable
as $$
begin
  return coalesce(
    corkboard.release_problem(p_build_number),
    case when corkboard.is_copy() then corkboard.copy_message() end);
end
$$;
comment on function corkboard.readiness_problem(integer) is
  'Why a process of the version with this build number can''t work on the database; null if it can.';
