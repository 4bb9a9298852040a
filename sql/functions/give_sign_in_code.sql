create or replace function corkboard.give_sign_in_code(p_sign_in uuid, p_code_hash bytea) returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_email text;
begin
  -- The mail goes to the address that the member has, not to the one that was typed: two addresses that only look or
  -- compare alike may belong to different people.
  select m.email into v_email
    from corkboard.sign_ins s
    join corkboard.members m on lower(m.email) = lower(s.email)
   where s.id = p_sign_in and s.expires_at > clock_timestamp()
   order by m.created_at, m.id
   limit 1;
  if found then
    update corkboard.sign_ins s set code_hash = p_code_hash where s.id = p_sign_in;
  end if;
  return v_email;
end
$$;
comment on function corkboard.give_sign_in_code(uuid, bytea) is
  'Sets the code of a sign-in and answers the address to mail it to; null, and no code: the address is no member''s, or it is too late.';
