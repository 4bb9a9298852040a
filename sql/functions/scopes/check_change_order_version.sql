create or replace function corkboard.check_change_order_version(
  p_proposal corkboard.change_order_proposals, p_version integer
) returns void
language plpgsql
as $$
begin
  if p_proposal.version <> p_version then
    perform corkboard.reject_outdated(
      p_proposal.workspace_id, 'This change order was edited', array[p_proposal.id], '{change_order.edited}',
      p_proposal.version - p_version);
  end if;
end
$$;
comment on function corkboard.check_change_order_version(corkboard.change_order_proposals, integer) is
  'Rejects with conflict (reject_outdated) if the change order has another version than the caller saw (null: any).';
