create or replace function corkboard.find_member(p_workspace uuid, p_member uuid) returns corkboard.members
language plpgsql stable
as $$
declare
  v_member corkboard.members;
begin
  select * into v_member from corkboard.members m where m.workspace_id = p_workspace and m.id = p_member;
  perform corkboard.check_found(v_member.id, 'member');
  return v_member;
end
$$;
comment on function corkboard.find_member(uuid, uuid) is
  'The member of this workspace. Rejects with not_found.';
