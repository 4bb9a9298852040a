create or replace function corkboard.end_answered_invitation(
  p_link_hash bytea, p_invitation uuid, p_session_hash bytea, p_browser_hash bytea, p_workspace uuid,
  out outcome text, out workspace_id uuid, out id uuid, out email text, out owner_email text, out proven_at timestamptz
)
language plpgsql
as $$
declare
  v_now timestamptz;
begin
  outcome := 'unknown';
  select i.workspace_id, i.id, i.email, i."ownerEmail", i.proven_at
    into end_answered_invitation.workspace_id, end_answered_invitation.id, end_answered_invitation.email, owner_email,
         end_answered_invitation.proven_at
    from corkboard.invitation_to_answer(p_link_hash, p_invitation, p_session_hash, p_browser_hash, p_workspace) i;
  if not found then
    return;
  elsif end_answered_invitation.proven_at is null then
    outcome := 'unproven';
    return;
  end if;
  perform corkboard.lock_workspace(end_answered_invitation.workspace_id);
  v_now := clock_timestamp();
  update corkboard.invitations i set ended_at = v_now
   where i.workspace_id = end_answered_invitation.workspace_id and i.id = end_answered_invitation.id and i.ended_at is null;
  if found then
    outcome := 'ended';
    perform set_config('corkboard.actor', end_answered_invitation.email, true);
  end if;
end
$$;
comment on function corkboard.end_answered_invitation(bytea, uuid, bytea, bytea, uuid) is
  'Locks the workspace of the invitation that invitation_to_answer finds, ends it, and makes the invited person the actor of the transaction. The outcome is ended, unproven (the browser has not proven the address), or unknown (the invitation had ended): of several callers only the first one ends it.';
