create or replace function corkboard.release_problem(p_build_number integer) returns text
language sql stable
as $$
  select case
    -- This includes standbys, which are read-only.
    when current_setting('transaction_read_only') = 'on' then 'The database can only be read.'
    when not exists (select 1 from corkboard.releases r where r.build_number = p_build_number) then
      'The database was not brought up to this version.'
  end
$$;
comment on function corkboard.release_problem(integer) is
  'Why a process of the version with this build number can''t write to the database; null if it can.';
