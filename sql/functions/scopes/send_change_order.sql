create or replace function corkboard.send_change_order(p_workspace uuid, p_proposal uuid, p_version integer default null)
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
    perform corkboard.reject('conflict', 'This change order was withdrawn, so it can''t be sent.');
  end if;
  if v_proposal.sent_at is not null then
    perform corkboard.reject('conflict', 'This change order was sent already.');
  end if;
  perform corkboard.check_change_order_version(v_proposal, p_version);
  v_now := clock_timestamp();
  update corkboard.change_order_proposals o set sent_at = v_now
   where o.workspace_id = p_workspace and o.id = p_proposal
  returning * into v_proposal;
  perform corkboard.record_audit(
    corkboard.current_actor(p_workspace), 'change_order.sent', 'change_order_proposal', p_proposal);
  return v_proposal;
end
$$;
comment on function corkboard.send_change_order(uuid, uuid, integer) is
  'Sends a change order: its share link works from then on, and it can''t be edited any more. It emails no one. p_version is the version that the caller saw (null: any). Rejects with not_found, conflict (sent or withdrawn already, edited since).';
