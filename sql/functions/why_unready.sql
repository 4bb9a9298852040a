create or replace function corkboard.why_unready(p_fingerprint text) returns text
language sql stable
as $$
  select case
    -- Standbys are read-only, too.
    when current_setting('transaction_read_only') = 'on' then 'The database can only be read.'
    when not exists (select from corkboard.releases r where r.fingerprint = p_fingerprint) then
      'The database was not brought up to this version.'
    when corkboard.is_copy() then corkboard.copy_notice()
  end
$$;
comment on function corkboard.why_unready(text) is
  'Why a process of the version with this fingerprint cannot do its work on the database; null where it can.';
