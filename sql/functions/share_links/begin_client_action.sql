-- Like begin_member_action, for the client who opened a share link. Everything that does not need the workspace's lock
-- is checked before locking, so that any number of invalid forms never delays the workspace's own writes. The stored
-- result is read after that check: otherwise the second click of a double click, whose first form was just done, would
-- be rejected. The link is looked up again under the lock, because it may have been renewed meanwhile.
create or replace function corkboard.begin_client_action(
  p_page text, p_token text, p_name text, p_displayed text, p_idempotency_token text, p_request uuid, p_traceparent text,
  p_workspace uuid, p_verb text, p_from inet,
  out workspace_id uuid, out project_id uuid, out invoice_id uuid, out record_id uuid, out response text
) returns setof record
language plpgsql
rows 1
as $$
declare
  v_link record;
  v_scope corkboard.scopes;
  v_conflict text;
begin
  perform corkboard.set_request_context(p_request, p_traceparent);
  select * into v_link from corkboard.find_share_link(p_page, p_token, p_workspace);
  if not found then
    return;
  end if;
  if p_page = 'scope' then
    select s.* into v_scope from corkboard.scopes s
     where s.workspace_id = v_link.workspace_id and s.project_id = v_link.project_id;
  end if;
  v_conflict := case p_page
    when 'scope' then corkboard.scope_approval_conflict(v_scope, p_displayed::integer)
    when 'contract' then corkboard.contract_signing_conflict(v_link.workspace_id, v_link.project_id, decode(p_displayed, 'hex'))
    when 'change-order' then corkboard.change_order_answer_conflict(
      v_link.workspace_id, v_link.record_id, decode(p_displayed, 'hex'))
    when 'intake' then corkboard.intake_submission_conflict(v_link.workspace_id, v_link.project_id)
    when 'invoice' then corkboard.estimate_answer_conflict(
      v_link.workspace_id, v_link.invoice_id, case p_verb when 'accept' then 'accepted' else 'declined' end,
      decode(p_displayed, 'hex'))
    when 'inquiry' then corkboard.inquiry_refusal(v_link.workspace_id, p_from)
  end;
  response := corkboard.stored_action_result(v_link.workspace_id, p_idempotency_token);
  if response is null then
    perform corkboard.reject_conflict(v_conflict);
    if p_page = 'contract' then
      perform corkboard.check_scope_approved(v_link.workspace_id, v_link.project_id);
    end if;
    perform corkboard.lock_workspace(v_link.workspace_id);
    select * into v_link from corkboard.find_share_link(p_page, p_token, v_link.workspace_id);
    if not found then
      return;
    end if;
    response := corkboard.stored_action_result(v_link.workspace_id, p_idempotency_token);
  end if;
  perform corkboard.act_as_client(p_name);
  return query select v_link.workspace_id, v_link.project_id, v_link.invoice_id, v_link.record_id, begin_client_action.response;
end
$$;
comment on function corkboard.begin_client_action(text, text, text, text, text, uuid, text, uuid, text, inet) is
  'Locks the workspace that a share link belongs to and makes the client the actor. Returns what the link opens, and the stored result of the same form (null: not done yet). p_verb is the last part of the form''s path. p_from is the client''s address. p_displayed is what the client saw: the version of a scope, or the hexadecimal SHA-256 of a contract, change order or estimate. No row if the link does not work. Rejects with conflict (what was displayed is outdated; already done; too many inquiries).';
