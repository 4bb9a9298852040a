create or replace function corkboard.confirm_invited_address(p_email text, p_browser_hash bytea) returns void
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  update corkboard.invitations i set browser_hash = p_browser_hash, confirmed_at = v_now
   where corkboard.normalize_email(i.email) = corkboard.normalize_email(p_email) and i.ended_at is null and i.expires_at > v_now;
end
$$;
comment on function corkboard.confirm_invited_address(text, bytea) is
  'Records that an invited person proved their address in this browser, so that they can answer their invitations without being a member of any workspace.';
