create or replace function corkboard.sign_in_with_link(
  p_link_hash bytea, p_session_hash bytea, p_token_hash bytea, p_browser_hash bytea, p_from inet,
  p_workspace uuid
) returns boolean
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_used record;
  v_member corkboard.members;
begin
  -- If two requests use the link at once, the second one waits here and then finds it gone.
  delete from corkboard.sign_in_links l
   where l.link_hash = p_link_hash and l.expires_at > v_now and l.workspace_id = p_workspace
  returning l.workspace_id, l.member_id into v_used;
  select * into v_member from corkboard.members m where m.workspace_id = v_used.workspace_id and m.id = v_used.member_id;
  if not found then
    -- The process derives the session's token from the browser and the link, so a repeated request finds the session
    -- that the first one started.
    return exists (
      select 1 from corkboard.sessions s where s.token_hash = p_token_hash and s.expires_at > v_now
        and s.workspace_id = p_workspace);
  end if;
  delete from corkboard.sessions s where s.token_hash = p_session_hash;
  perform corkboard.create_session(v_member, p_token_hash);
  if p_browser_hash is not null then
    perform corkboard.remember_origin(v_member.email, p_browser_hash, corkboard.network_of(p_from));
  end if;
  return true;
end
$$;
comment on function corkboard.sign_in_with_link(bytea, bytea, bytea, bytea, inet, uuid) is
  'Signs a browser in by a link, once, in place of its previous session. p_browser_hash is null if the browser keeps no cookies. Returns false if the link is unknown, used or expired.';
