create or replace function corkboard.sign_in_recipient(p_sign_in uuid) returns text
language plpgsql stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    -- The address as stored for the member, not as typed.
    select m.email
      from corkboard.sign_ins s
      join corkboard.members m on corkboard.normalize_email(m.email) = corkboard.normalize_email(s.email)
     where s.id = p_sign_in and s.expires_at > clock_timestamp()
     order by m.created_at, m.id
     limit 1);
end
$$;
comment on function corkboard.sign_in_recipient(uuid) is
  'The address to send a sign-in''s code to; null if the address is not a member''s or the sign-in has expired.';
