create or replace function corkboard.withdraw_change_order(p_workspace uuid, p_proposal uuid, p_version integer default null)
returns corkboard.change_order_proposals
language plpgsql
as $$
declare
  v_now timestamptz;
  v_proposal corkboard.change_order_proposals;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_proposal := corkboard.require_record(null::corkboard.change_order_proposals, p_workspace, p_proposal, 'change order');
  if v_proposal.withdrawn_at is not null then
    perform corkboard.reject('conflict', 'This change order was withdrawn already.');
  end if;
  if v_proposal.change_order_id is not null or v_proposal.declined_at is not null then
    perform corkboard.reject('conflict', 'The client has answered this change order, so it can''t be withdrawn.');
  end if;
  perform corkboard.check_change_order_version(v_proposal, p_version);
  v_now := clock_timestamp();
  update corkboard.change_order_proposals o set withdrawn_at = v_now
   where o.workspace_id = p_workspace and o.id = p_proposal
  returning * into v_proposal;
  perform corkboard.record_audit(
    corkboard.current_actor(p_workspace), 'change_order.withdrawn', 'change_order_proposal', p_proposal);
  return v_proposal;
end
$$;
comment on function corkboard.withdraw_change_order(uuid, uuid, integer) is
  'Withdraws a change order that the client has not answered, sent or not. p_version is the version that the caller saw (null: any). Rejects with not_found, conflict (answered or withdrawn already, edited since).';
