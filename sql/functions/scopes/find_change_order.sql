create or replace function corkboard.find_change_order(p_workspace uuid, p_proposal uuid) returns corkboard.change_order_proposals
language plpgsql stable
as $$
declare
  v_proposal corkboard.change_order_proposals;
begin
  select * into v_proposal from corkboard.change_order_proposals o where o.workspace_id = p_workspace and o.id = p_proposal;
  perform corkboard.check_found(v_proposal.id, 'change order');
  perform corkboard.find_project(p_workspace, v_proposal.project_id);
  return v_proposal;
end
$$;
comment on function corkboard.find_change_order(uuid, uuid) is
  'The proposal of a change order of this workspace, unless its project is trashed. Rejects with not_found.';
