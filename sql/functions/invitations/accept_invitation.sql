create or replace function corkboard.accept_invitation(
  p_link_hash bytea, p_invitation uuid, p_session_hash bytea, p_browser_hash bytea, p_token_hash bytea,
  p_workspace uuid default null
) returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_found record;
  v_plan corkboard.plans;
  v_member corkboard.members;
begin
  select * into v_found
    from corkboard.invitation_to_answer(p_link_hash, p_invitation, p_session_hash, p_browser_hash, p_workspace);
  if found and v_found.proven_at is null then
    return 'unproven';
  end if;
  if found then
    perform corkboard.lock_workspace(v_found.workspace_id);
    v_now := clock_timestamp();
    update corkboard.invitations i set ended_at = v_now
     where i.workspace_id = v_found.workspace_id and i.id = v_found.id and i.ended_at is null;
  end if;
  if not found then
    -- The process derives the session's token from the browser and the link, so a repeated request finds the session that the
    -- first one started.
    return case when exists (select 1 from corkboard.sessions s where s.token_hash = p_token_hash and s.expires_at > v_now)
      then 'joined' else 'unknown' end;
  end if;
  perform corkboard.check_not_suspended(v_found.workspace_id);
  v_plan := corkboard.workspace_plan(v_found.workspace_id);
  if v_plan.seats <= (select count(*) from corkboard.members m where m.workspace_id = v_found.workspace_id) then
    perform corkboard.reject('plan_limit',
      format('The workspace has no free seat. Ask its owner, %s, to free one. You can accept then.', v_found."ownerEmail"));
  end if;
  insert into corkboard.members (workspace_id, email) values (v_found.workspace_id, v_found.email) returning * into v_member;
  perform set_config('corkboard.actor', v_member.email, true);
  perform corkboard.record_audit(
    corkboard.current_actor(v_found.workspace_id), 'invitation.accepted', 'member', v_member.id);
  delete from corkboard.sessions s where s.token_hash = p_session_hash;
  perform corkboard.create_session(v_member, p_token_hash);
  -- The person proved their identity then, not now.
  update corkboard.sessions s set confirmed_at = v_found.proven_at
   where s.workspace_id = v_found.workspace_id and s.token_hash = p_token_hash;
  return 'joined';
end
$$;
comment on function corkboard.accept_invitation(bytea, uuid, bytea, bytea, bytea, uuid) is
  'Makes the invited person a member, and signs the browser in to the workspace in place of its previous session. Finds the invitation by invitation_to_answer. Returns joined (also for a repeated request), unproven (the browser has not proven the address), or unknown (the invitation has ended). Rejects with plan_limit (no free seat), conflict (suspended).';
