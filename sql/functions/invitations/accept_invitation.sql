-- 1.0.0 calls it without a name.
drop function if exists corkboard.accept_invitation(bytea, uuid, bytea, bytea, bytea, uuid);
create or replace function corkboard.accept_invitation(
  p_link_hash bytea, p_invitation uuid, p_session_hash bytea, p_browser_hash bytea, p_token_hash bytea,
  p_workspace uuid, p_name text default null
) returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ended record;
  v_plan corkboard.plans;
  v_member corkboard.members;
begin
  perform corkboard.check_member_name('name', p_name);
  select * into v_ended
    from corkboard.end_answered_invitation(p_link_hash, p_invitation, p_session_hash, p_browser_hash, p_workspace);
  -- The process derives the session's token from the browser and the link, so a repeated request finds the session that the
  -- first one started.
  if v_ended.outcome = 'unknown' and exists (
    select 1 from corkboard.sessions s where s.token_hash = p_token_hash and s.expires_at > clock_timestamp())
  then
    return 'joined';
  elsif v_ended.outcome <> 'ended' then
    return v_ended.outcome;
  end if;
  perform corkboard.check_not_suspended(v_ended.workspace_id);
  v_plan := corkboard.workspace_plan(v_ended.workspace_id);
  if v_plan.seats <= (select count(*) from corkboard.members m where m.workspace_id = v_ended.workspace_id) then
    perform corkboard.reject('plan_limit',
      format('The workspace has no free seat. Ask its owner, %s, to free one. You can accept then.', v_ended.owner_email));
  end if;
  insert into corkboard.members (workspace_id, email, name) values (v_ended.workspace_id, v_ended.email, p_name)
  returning * into v_member;
  perform corkboard.record_audit(
    corkboard.current_actor(v_ended.workspace_id), 'invitation.accepted', 'member', v_member.id);
  delete from corkboard.sessions s where s.token_hash = p_session_hash;
  perform corkboard.create_session(v_member, p_token_hash);
  -- The person proved their identity then, not now.
  update corkboard.sessions s set confirmed_at = v_ended.proven_at
   where s.workspace_id = v_ended.workspace_id and s.token_hash = p_token_hash;
  return 'joined';
end
$$;
comment on function corkboard.accept_invitation(bytea, uuid, bytea, bytea, bytea, uuid, text) is
  'Makes the invited person a member under this name (null: not said), and signs the browser in to the workspace in place of its previous session. Ends the invitation by end_answered_invitation. Returns joined (also for a repeated request), unproven (the browser has not proven the address), or unknown (the invitation has ended). Rejects with validation, plan_limit (no free seat), conflict (suspended).';
