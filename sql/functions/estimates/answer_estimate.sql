create or replace function corkboard.answer_estimate(
  p_workspace uuid, p_estimate uuid, p_answer text, p_name text, p_reason text default null,
  p_document_sha256 bytea default null, p_from inet default null, p_with text default null
) returns corkboard.estimate_answers
language plpgsql
as $$
declare
  v_estimate corkboard.invoices;
  v_document json;
  v_answer corkboard.estimate_answers;
begin
  perform corkboard.check_required('answer', p_answer);
  perform corkboard.check_one_of('answer', p_answer, '{accepted,declined}');
  perform corkboard.check_required('answeredBy', p_name);
  perform corkboard.check_typed_name('answeredBy', p_name);
  perform corkboard.check_text('reason', p_reason, 5000);
  perform corkboard.lock_workspace(p_workspace);
  v_estimate := corkboard.find_invoice(p_workspace, p_estimate);
  perform corkboard.reject_conflict(corkboard.estimate_answer_conflict(p_workspace, p_estimate, p_answer, p_document_sha256));
  v_document := corkboard.estimate_document(p_workspace, p_estimate);
  insert into corkboard.estimate_answers
    (workspace_id, estimate_id, answer, answered_by, reason, document, document_sha256, answered_from, answered_with,
     recorded_by)
  values
    (p_workspace, p_estimate, p_answer, p_name, p_reason, v_document, sha256(convert_to(v_document::text, 'UTF8')), p_from,
     corkboard.kept_browser(p_with), corkboard.current_recorder())
  returning * into v_answer;
  perform corkboard.add_agreed_items(p_workspace, v_estimate.project_id);
  update corkboard.invoices i set version = i.version + 1 where i.workspace_id = p_workspace and i.id = p_estimate;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'estimate.' || p_answer, 'invoice', p_estimate);
  perform corkboard.notify_members(
    p_workspace, case p_answer when 'accepted' then 'approved' else 'declined' end, 'estimate.' || p_answer,
    array[v_estimate.project_id]);
  return v_answer;
end
$$;
comment on function corkboard.answer_estimate(uuid, uuid, text, text, text, bytea, inet, text) is
  'Stores the client''s answer to a SENT estimate, accepted or declined, with the document that was answered, the name, the IP address and browser, and for a declined one the reason. If someone other than the client calls this, they are stored as the recorder. p_document_sha256 is that of the document that was read; null: any. The estimate stays SENT. Rejects with validation, not_found, conflict (estimate_answer_conflict). Notifies members; emits no event.';
