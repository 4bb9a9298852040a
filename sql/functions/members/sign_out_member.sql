-- An owner can end only sign-ins to this workspace, because the person may be a member of others. The operator also ends all
-- codes of the address.
create or replace function corkboard.sign_out_member(p_workspace uuid, p_member uuid) returns corkboard.members
language plpgsql
as $$
declare
  v_by_owner constant boolean := (corkboard.current_actor(p_workspace, null)).label is not null;
  v_member corkboard.members;
begin
  if v_by_owner then
    v_member := corkboard.end_workspace_sign_ins(p_workspace, p_member);
  else
    v_member := corkboard.end_sign_ins(p_workspace, p_member);
  end if;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'member.signed_out', 'member', p_member);
  return v_member;
end
$$;
comment on function corkboard.sign_out_member(uuid, uuid) is
  'Signs a member, or the owner, out: of this workspace if an owner asks for it (end_workspace_sign_ins), everywhere if the operator does (end_sign_ins). Rejects with not_found.';
