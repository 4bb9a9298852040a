-- A code works once, for 15 minutes, in the browser that asked for it, and admits to memberships of the address that it was
-- mailed to. If no code was mailed, because the address is not a member's, every code is wrong: the answers are the same.
create or replace function corkboard.sign_in(
  p_browser_hash bytea,
  p_sign_ins uuid[],
  p_code_hashes bytea[],
  p_workspace uuid,
  p_session_hash bytea,
  p_token_hash bytea,
  out outcome text,
  out workspaces json
)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_asked record;
  v_members corkboard.members[];
begin
  outcome := 'wrong';
  select s.id, s.mailed_to into v_asked
    from corkboard.sign_ins s
    join unnest(p_sign_ins, p_code_hashes) t (id, code_hash) on t.id = s.id and t.code_hash = s.code_hash
   where s.browser_hash = p_browser_hash and s.expires_at > v_now
   limit 1
     for update of s;
  if not found then
    return;
  end if;

  v_members := array(
    select m from corkboard.members m
     where corkboard.fold_email(m.email) = corkboard.fold_email(v_asked.mailed_to)
       and (p_workspace is null or m.workspace_id = p_workspace)
     order by m.created_at, m.id);
  -- Whoever is signed in and only confirms who they are stays in the same workspace.
  v_members := coalesce(nullif(array(
    select m from unnest(v_members) m
      join corkboard.sessions s on s.workspace_id = m.workspace_id and s.member_id = m.id
     where p_workspace is null and s.token_hash = p_session_hash and s.expires_at > v_now), '{}'), v_members);
  if cardinality(v_members) = 0 then
    return;
  elsif cardinality(v_members) > 1 then
    outcome := 'choose';
    workspaces := (
      select json_agg(json_build_object('id', w.id, 'name', w.name) order by w.name collate "und-x-icu", w.id)
        from corkboard.workspaces w
       where w.id in (select m.workspace_id from unnest(v_members) m));
    -- The same code comes once more, with the workspace.
    update corkboard.sign_ins s set tries = s.tries - 1 where s.id = v_asked.id;
  else
    outcome := 'signed_in';
    update corkboard.sign_ins s set expires_at = s.created_at where s.id = v_asked.id;
    delete from corkboard.sessions s where s.token_hash = p_session_hash;
    perform corkboard.open_session(v_members[1], p_token_hash);
  end if;
end
$$;
comment on function corkboard.sign_in(bytea, uuid[], bytea[], uuid, bytea, bytea) is
  'Signs a browser in by the code that was mailed for one of these sign-ins (try_code), of which the hashes are given, one for each: signed_in (the session of the token has begun, in the place of the one that the browser had), wrong, or choose (workspaces: the address is that of members of these; say which).';
