create or replace function corkboard.release_problem(p_fingerprint text) returns text
language sql stable
as $$
  select case
    -- This includes standbys, which are read-only.
    when current_setting('transaction_read_only') = 'on' then 'The database can only be read.'
    when not exists (select 1 from corkboard.releases r where r.fingerprint = p_fingerprint) then
      'The database was not brought up to this version.'
  end
$$;
comment on function corkboard.release_problem(text) is
  'Why a process of the version with this fingerprint can''t write to the database; null if it can.';
