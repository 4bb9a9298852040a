create or replace function corkboard.why_unready(p_fingerprint text) returns text
language plpgsql stable
as $$
begin
  return coalesce(
    corkboard.why_unreleased(p_fingerprint),
    case when corkboard.is_copy() then corkboard.copy_notice() end);
end
$$;
comment on function corkboard.why_unready(text) is
  'Why a process of the version with this fingerprint cannot do its work on the database; null where it can.';
