-- Locks the rows in the order of a sign-in, as replace_member_email does: link, session, member. Deleting the member
-- first would deadlock with a sign-in of that member.
create or replace function corkboard.delete_member(p_workspace uuid, p_member uuid, p_owner_stays text) returns corkboard.members
language plpgsql
as $$
declare
  v_member corkboard.members;
begin
  perform corkboard.lock_workspace(p_workspace);
  perform 1 from corkboard.sign_in_links l where l.workspace_id = p_workspace and l.member_id = p_member for update;
  perform 1 from corkboard.sessions s where s.workspace_id = p_workspace and s.member_id = p_member for update;
  -- The foreign keys do this as well, but not with Citus (see distribute_tables).
  update corkboard.ownership_offers o set member_id = null where o.workspace_id = p_workspace and o.member_id = p_member;
  update corkboard.ownership_offers o set offered_by = null where o.workspace_id = p_workspace and o.offered_by = p_member;
  delete from corkboard.members m
   where m.workspace_id = p_workspace and m.id = p_member and m.role <> 'owner'
  returning * into v_member;
  if not found then
    perform corkboard.require_record(null::corkboard.members, p_workspace, p_member, 'member');
    perform corkboard.reject('conflict', p_owner_stays);
  end if;
  return v_member;
end
$$;
comment on function corkboard.delete_member(uuid, uuid, text) is
  'Ends a membership and frees the seat. Rejects with not_found, conflict (the owner; p_owner_stays is the message).';
