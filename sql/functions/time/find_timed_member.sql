create or replace function corkboard.find_timed_member(p_workspace uuid, p_by uuid, p_member uuid) returns corkboard.members
language plpgsql stable
as $$
declare
  v_member constant corkboard.members :=
    corkboard.require_record(null::corkboard.members, p_workspace, coalesce(p_member, p_by), 'member');
begin
  if v_member.id is distinct from p_by
     and not exists (
       select 1 from corkboard.members m where m.workspace_id = p_workspace and m.id = p_by and m.role = 'owner') then
    perform corkboard.reject('not_found', 'No member with this id.');
  end if;
  return v_member;
end
$$;
comment on function corkboard.find_timed_member(uuid, uuid, uuid) is
  'The member (null: p_by) whose time the member p_by may enter: their own, or for the owner anyone''s. Rejects with not_found.';
