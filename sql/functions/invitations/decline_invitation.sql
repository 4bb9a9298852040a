create or replace function corkboard.decline_invitation(
  p_link_hash bytea, p_invitation uuid, p_session_hash bytea, p_browser_hash bytea, p_workspace uuid default null
) returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now timestamptz;
  v_found record;
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
    return 'unknown';
  end if;
  perform set_config('corkboard.actor', v_found.email, true);
  perform corkboard.record_audit(
    corkboard.current_actor(v_found.workspace_id), 'invitation.declined', 'invitation', v_found.id);
  return 'declined';
end
$$;
comment on function corkboard.decline_invitation(bytea, uuid, bytea, bytea, uuid) is
  'Ends an invitation for the invited person. Finds it by invitation_to_answer. Returns declined, unproven (the browser has not proven the address), or unknown (the invitation has ended).';
