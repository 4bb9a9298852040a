create or replace function corkboard.accept_change_order(
  p_workspace uuid, p_proposal uuid, p_name text, p_document_sha256 bytea default null, p_from inet default null,
  p_with text default null
) returns corkboard.change_order_proposals
language plpgsql
as $$
declare
  v_proposal corkboard.change_order_proposals;
  v_order uuid;
begin
  perform corkboard.check_required('approvedBy', p_name);
  perform corkboard.check_typed_name('approvedBy', p_name);
  perform corkboard.lock_workspace(p_workspace);
  v_proposal := corkboard.require_record(null::corkboard.change_order_proposals, p_workspace, p_proposal, 'change order');
  perform corkboard.reject_conflict(corkboard.change_order_answer_conflict(p_workspace, p_proposal, p_document_sha256));
  v_order := (corkboard.approve_change_order(
    p_workspace, v_proposal.project_id, v_proposal.amount_cents, v_proposal.currency, v_proposal.rounds, null,
    v_proposal.title, v_proposal.description, p_name, corkboard.change_order_document(p_workspace, p_proposal), p_from,
    p_with)).id;
  update corkboard.change_order_proposals o set change_order_id = v_order
   where o.workspace_id = p_workspace and o.id = p_proposal
  returning * into v_proposal;
  perform corkboard.issue_document(p_workspace, 'change_order', p_proposal);
  return v_proposal;
end
$$;
comment on function corkboard.accept_change_order(uuid, uuid, text, bytea, inet, text) is
  'Approves a change order that was sent, in the client''s name, by approve_change_order, and issues its document. p_document_sha256 is that of the document that was read; null: any. Rejects with validation, not_found, conflict (not sent, answered or withdrawn already, changed since). Emits change_order.approved and notifies members.';
