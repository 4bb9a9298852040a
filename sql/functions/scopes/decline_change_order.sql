create or replace function corkboard.decline_change_order(
  p_workspace uuid, p_proposal uuid, p_name text, p_reason text default null, p_document_sha256 bytea default null
) returns corkboard.change_order_proposals
language plpgsql
as $$
declare
  v_now timestamptz;
  v_proposal corkboard.change_order_proposals;
begin
  perform corkboard.check_required('declinedBy', p_name);
  perform corkboard.check_typed_name('declinedBy', p_name);
  perform corkboard.check_text('reason', p_reason, 5000);
  perform corkboard.lock_workspace(p_workspace);
  v_proposal := corkboard.require_record(null::corkboard.change_order_proposals, p_workspace, p_proposal, 'change order');
  perform corkboard.reject_conflict(corkboard.change_order_answer_conflict(p_workspace, p_proposal, p_document_sha256));
  v_now := clock_timestamp();
  update corkboard.change_order_proposals o
     set declined_at = v_now, declined_by = p_name, decline_reason = p_reason
   where o.workspace_id = p_workspace and o.id = p_proposal
  returning * into v_proposal;
  perform corkboard.record_audit(
    corkboard.current_actor(p_workspace), 'change_order.declined', 'change_order_proposal', p_proposal);
  perform corkboard.notify_members(p_workspace, 'declined', 'change_order.declined', array[v_proposal.project_id]);
  return v_proposal;
end
$$;
comment on function corkboard.decline_change_order(uuid, uuid, text, text, bytea) is
  'Declines a change order that was sent, in the client''s name and words. p_document_sha256 is that of the document that was read; null: any. Rejects with validation, not_found, conflict (not sent, answered or withdrawn already, changed since). Notifies members, and emits no event.';
