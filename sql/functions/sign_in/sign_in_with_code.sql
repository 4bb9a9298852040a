-- A code works once, for 15 minutes, in the browser that requested it, for memberships of the address that it was sent
-- to, unless the member was signed out since. If no code was sent, because the address is not a member's, every code is
-- wrong: the responses are the same. A person who was invited, and is no member of any workspace yet, gets no session: the
-- browser may answer the invitations of the address.
create or replace function corkboard.sign_in_with_code(
  p_browser_hash bytea,
  p_sign_ins uuid[],
  p_code_hashes bytea[],
  p_workspace uuid,
  p_session_hash bytea,
  p_token_hash bytea,
  out outcome text,
  out workspaces json,
  out invitation uuid
)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_asked record;
  v_members corkboard.members[];
  v_session record;
  v_workspaces uuid[];
begin
  -- The process derives the session's token from the browser and the code, so a repeated request finds the session that
  -- the first one started.
  if exists (select 1 from corkboard.sessions s where s.token_hash = p_token_hash and s.expires_at > v_now) then
    outcome := 'signed_in';
    return;
  end if;
  outcome := 'wrong';
  -- Locks the sign-in with the code, because several may share it.
  select s.id, c.id as code_id, c.mailed_to, c.created_at, s.requested_from into v_asked
    from corkboard.sign_ins s
    join corkboard.sign_ins c on c.id = coalesce(s.code_sign_in_id, s.id)
    join unnest(p_sign_ins, p_code_hashes) t (id, code_hash) on t.id = s.id and t.code_hash = c.code_hash
   where s.browser_hash = p_browser_hash and s.expires_at > v_now and c.expires_at > v_now
   limit 1
     for update of c;
  if not found then
    -- Another request with the same code may have used it while this one waited for the lock.
    if exists (select 1 from corkboard.sessions s where s.token_hash = p_token_hash and s.expires_at > v_now) then
      outcome := 'signed_in';
    end if;
    return;
  end if;

  select array(
    select row(m.*)::corkboard.members from corkboard.members m
     where corkboard.normalize_email(m.email) = corkboard.normalize_email(v_asked.mailed_to)
       and m.workspace_id = coalesce(p_workspace, m.workspace_id)
       and (m.signed_out_at is null or m.signed_out_at < v_asked.created_at)
     order by m.created_at, m.id)
    into v_members;
  -- A reauthentication stays in the same workspace.
  if p_workspace is null then
    select s.workspace_id, s.member_id into v_session from corkboard.sessions s
     where s.token_hash = p_session_hash and s.expires_at > v_now;
    v_members := coalesce(nullif(array(
      select m from unnest(v_members) m where m.workspace_id = v_session.workspace_id and m.id = v_session.member_id), '{}'), v_members);
  end if;
  if p_workspace is null or cardinality(v_members) > 0 then
    select i.id into invitation from corkboard.open_invitations(v_asked.mailed_to) i order by i.created_at, i.id limit 1;
  end if;
  if cardinality(v_members) = 0 and invitation is null then
    return;
  elsif cardinality(v_members) > 1 then
    outcome := 'choose';
    v_workspaces := array(select m.workspace_id from unnest(v_members) m);
    workspaces := (
      select json_agg(json_build_object('id', w.id, 'name', w.name, 'ownerEmail', w.owner_email)
                      order by w.used_at desc nulls last, w.name collate "und-x-icu", w.id)
        from (
          select w.id, w.name, o.email as owner_email,
                 greatest(m.signed_in_at, (
                   select max(s.seen_at) from corkboard.sessions s where s.workspace_id = w.id and s.member_id = m.id)) as used_at
            from corkboard.workspaces w
            join corkboard.members m on m.workspace_id = w.id
             and corkboard.normalize_email(m.email) = corkboard.normalize_email(v_asked.mailed_to)
            left join corkboard.members o on o.workspace_id = w.id and o.role = 'owner'
           where w.id = any (v_workspaces) offset 0) w);
    -- The same code is submitted once more, with the workspace.
    update corkboard.sign_ins s set attempts = s.attempts - 1 where s.id = v_asked.id and s.attempts > 0;
  else
    outcome := case cardinality(v_members) when 0 then 'invited' else 'signed_in' end;
    update corkboard.sign_ins s set expires_at = s.created_at
     where s.id = v_asked.code_id or s.code_sign_in_id = v_asked.code_id;
    if outcome = 'invited' then
      perform corkboard.confirm_invited_address(v_asked.mailed_to, p_browser_hash);
    else
      delete from corkboard.sessions s where s.token_hash = p_session_hash;
      perform corkboard.create_session(v_members[1], p_token_hash);
    end if;
    if v_asked.requested_from is not null then
      perform corkboard.remember_origin(v_asked.mailed_to, p_browser_hash, v_asked.requested_from);
    end if;
  end if;
end
$$;
comment on function corkboard.sign_in_with_code(bytea, uuid[], bytea[], uuid, bytea, bytea) is
  'Signs a browser in by the emailed code of one of these sign-ins (reserve_code_attempt); p_code_hashes has one hash for each. Returns signed_in (a session started in place of the browser''s previous one, or the same request had started it), wrong, choose (workspaces lists those the address is a member of, the last used first; the caller must name one) or invited (the address is no member''s). invitation is the oldest open invitation of the address.';
