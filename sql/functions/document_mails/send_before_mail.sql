-- An email sends what was not sent before, in one transaction. A reminder and what was sent before are only compared with the page.
create or replace function corkboard.send_before_mail(
  p_workspace uuid, p_template text, p_record uuid, p_version integer, p_document_sha256 bytea, p_missing text[]
) returns uuid
language plpgsql
as $$
declare
  v_proposal corkboard.change_order_proposals;
begin
  case p_template
    when 'invoice' then
      if (corkboard.find_invoice(p_workspace, p_record)).status = 'DRAFT' then
        perform corkboard.send_reviewed_invoice(p_workspace, p_record, p_version, p_missing);
      else
        perform corkboard.check_invoice_read(p_workspace, p_record, p_version);
      end if;
    when 'reminder' then
      perform corkboard.check_invoice_read(p_workspace, p_record, p_version);
    when 'scope' then
      perform corkboard.check_scope_read(p_workspace, p_record, p_version);
    when 'contract' then
      perform corkboard.check_contract_read(p_workspace, p_record, p_document_sha256);
    when 'change_order' then
      v_proposal := corkboard.require_record(null::corkboard.change_order_proposals, p_workspace, p_record, 'change order');
      if v_proposal.sent_at is null then
        perform corkboard.send_change_order(p_workspace, p_record, p_version);
      else
        perform corkboard.check_change_order_version(v_proposal, p_version);
      end if;
    when 'credit_note' then null;
    when 'statement', 'portal' then
      perform corkboard.open_portal(p_workspace, p_record);
  end case;
  return p_workspace;
end
$$;
comment on function corkboard.send_before_mail(uuid, text, uuid, integer, bytea, text[]) is
  'What comes before mail_document when a member emails something: sends a draft of an invoice, estimate or change order, makes the portal of a client who has none, and checks that an invoice, scope, contract or change order that was sent still has the version or the SHA-256 that the page showed (null: any). p_template is one of mail_templates but estimate. p_missing as in send_reviewed_invoice. Returns the workspace. Call it with the workspace locked. Rejects with validation, not_found, conflict (see the functions that it calls). Emits invoice.sent.';
