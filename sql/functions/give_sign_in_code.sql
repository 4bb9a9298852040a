create or replace function corkboard.give_sign_in_code(p_sign_in uuid, p_code_hash bytea) returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_email text;
begin
  perform corkboard.check_not_copy();
  -- The code goes to the address that the member has, not to the address that was typed, and it is stored with the code:
  -- sign_in admits to memberships of this address alone.
  select m.email into v_email
    from corkboard.sign_ins s
    join corkboard.members m on corkboard.fold_email(m.email) = corkboard.fold_email(s.email)
   where s.id = p_sign_in and s.expires_at > clock_timestamp()
   order by m.created_at, m.id
   limit 1;
  if found then
    update corkboard.sign_ins s set code_hash = p_code_hash, mailed_to = v_email where s.id = p_sign_in;
  end if;
  return v_email;
end
$$;
comment on function corkboard.give_sign_in_code(uuid, bytea) is
  'Sets the code of a sign-in and returns the address to mail it to. Returns null and sets no code if the address is not a member''s, or if the sign-in has expired.';
