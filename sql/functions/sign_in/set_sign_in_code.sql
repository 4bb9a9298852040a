create or replace function corkboard.set_sign_in_code(p_sign_in uuid, p_code_hash bytea) returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_email constant text := corkboard.sign_in_recipient(p_sign_in);
begin
  perform corkboard.check_not_copy();
  -- The address is stored with the code: sign_in_with_code admits to memberships of this address only.
  if v_email is not null then
    update corkboard.sign_ins s set code_hash = p_code_hash, mailed_to = v_email where s.id = p_sign_in;
  end if;
  return v_email;
end
$$;
comment on function corkboard.set_sign_in_code(uuid, bytea) is
  'Stores the code of a sign-in and returns the address to send it to (sign_in_recipient). Returns null and stores nothing if there is none.';
