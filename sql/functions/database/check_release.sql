-- A worker calls this in the statement that claims attempts; claiming itself rejects copies. A database restored from
-- an older version's dump lacks this function or does not know the worker's version. Either way the statement fails
-- and claims nothing, even though the older functions would not reject it themselves.
create or replace function corkboard.check_release(p_build_number integer) returns void
language plpgsql stable
as $$
begin
  perform corkboard.reject_conflict(corkboard.release_problem(p_build_number));
end
$$;
comment on function corkboard.check_release(integer) is
  'Rejects with conflict if a process of the version with this build number can''t write to the database (release_problem).';
