create or replace function corkboard.sign_in_recipient(p_sign_in uuid) returns text
language plpgsql stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- The address as stored for the member or the invitation, not as typed.
  return coalesce((
    select m.email
      from corkboard.sign_ins s
      join corkboard.members m on corkboard.normalize_email(m.email) = corkboard.normalize_email(s.email)
     where s.id = p_sign_in and s.expires_at > clock_timestamp()
     order by m.created_at, m.id
     limit 1), (
    select i.email
      from corkboard.sign_ins s
     cross join corkboard.open_invitations(s.email) i
     where s.id = p_sign_in and s.expires_at > clock_timestamp()
     order by i.created_at, i.id
     limit 1));
end
$$;
comment on function corkboard.sign_in_recipient(uuid) is
  'The address to send a sign-in''s code to; null if the address is not a member''s and not invited, or the sign-in has expired.';
