create or replace function corkboard.resolve_ownership_offer(p_workspace uuid, p_member uuid) returns corkboard.members
language plpgsql
as $$
declare
  v_member corkboard.members;
begin
  perform corkboard.lock_workspace(p_workspace);
  select m.* into v_member
    from corkboard.pending_ownership_offer(p_workspace) o
    join corkboard.members m on m.workspace_id = p_workspace and m.id = o.member_id
   where o.member_id = p_member;
  if not found then
    perform corkboard.reject('conflict', 'There is no such offer any more: it was answered or withdrawn, or it expired.');
  end if;
  perform corkboard.close_ownership_offer(p_workspace);
  return v_member;
end
$$;
comment on function corkboard.resolve_ownership_offer(uuid, uuid) is
  'Locks the workspace, ends the pending ownership offer to a member and returns the member. Rejects with conflict if there is none: if several callers answer or withdraw an offer at once, only the first succeeds.';
