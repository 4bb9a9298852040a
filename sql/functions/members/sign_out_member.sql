create or replace function corkboard.sign_out_member(p_workspace uuid, p_member uuid) returns corkboard.members
language plpgsql
as $$
declare
  v_member constant corkboard.members := corkboard.end_sign_ins(p_workspace, p_member);
begin
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'member.signed_out', 'member', p_member);
  return v_member;
end
$$;
comment on function corkboard.sign_out_member(uuid, uuid) is
  'Signs a member, or the owner, out everywhere (end_sign_ins). Rejects with not_found.';
