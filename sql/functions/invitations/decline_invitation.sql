create or replace function corkboard.decline_invitation(
  p_link_hash bytea, p_invitation uuid, p_session_hash bytea, p_browser_hash bytea, p_workspace uuid
) returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_ended record;
begin
  select * into v_ended
    from corkboard.end_answered_invitation(p_link_hash, p_invitation, p_session_hash, p_browser_hash, p_workspace);
  if v_ended.outcome <> 'ended' then
    return v_ended.outcome;
  end if;
  perform corkboard.record_audit(
    corkboard.current_actor(v_ended.workspace_id), 'invitation.declined', 'invitation', v_ended.id);
  return 'declined';
end
$$;
comment on function corkboard.decline_invitation(bytea, uuid, bytea, bytea, uuid) is
  'Ends an invitation for the invited person (end_answered_invitation). Returns declined, unproven (the browser has not proven the address), or unknown (the invitation has ended).';
