-- The caller holds the workspace's lock. The former owner becomes a member first, because the index members_owner
-- allows only one owner at any moment.
create or replace function corkboard.transfer_ownership(p_workspace uuid, p_member uuid, p_changed_by text) returns corkboard.members
language plpgsql
as $$
declare
  v_event constant uuid := corkboard.uuid_v7();
  v_former corkboard.members;
  v_member corkboard.members;
  v_facts jsonb;
begin
  perform corkboard.close_ownership_offer(p_workspace);
  update corkboard.members m set role = 'member'
   where m.workspace_id = p_workspace and m.role = 'owner'
  returning * into v_former;
  update corkboard.members m set role = 'owner'
   where m.workspace_id = p_workspace and m.id = p_member
  returning * into v_member;

  v_facts := jsonb_build_object(
    'ownerEmail', v_member.email, 'formerOwnerEmail', v_former.email, 'changedBy', p_changed_by);
  perform corkboard.notify_member(p_workspace, v_event, 'ownership_received', v_member.email, v_facts);
  if v_former.id is not null then
    perform corkboard.notify_member(p_workspace, v_event, 'ownership_passed_on', v_former.email, v_facts);
    perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'member.owner_replaced', 'member', v_former.id);
  end if;
  return v_member;
end
$$;
comment on function corkboard.transfer_ownership(uuid, uuid, text) is
  'Makes a member the owner and the former owner a member, and emails both, naming who made the change (member or operator). The caller holds the workspace''s lock and records who became the owner.';
