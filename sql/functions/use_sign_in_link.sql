create or replace function corkboard.use_sign_in_link(p_link_hash bytea, p_session_hash bytea, p_token_hash bytea) returns boolean
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_member corkboard.members;
begin
  -- Of two who use it at once, the second waits here and then finds it gone.
  with used as (
    delete from corkboard.sign_in_links l
     where l.link_hash = p_link_hash and l.expires_at > clock_timestamp()
    returning l.workspace_id, l.member_id)
  select m.* into v_member from used
    join corkboard.members m on m.workspace_id = used.workspace_id and m.id = used.member_id;
  if not found then
    return false;
  end if;
  delete from corkboard.sessions s where s.token_hash = p_session_hash;
  perform corkboard.open_session(v_member, p_token_hash);
  return true;
end
$$;
comment on function corkboard.use_sign_in_link(bytea, bytea, bytea) is
  'Signs a browser in by a link, once, in the place of the session that it had; false: the link is unknown, used, or too old.';
