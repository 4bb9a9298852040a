create or replace function corkboard.send_reviewed_invoice(
  p_workspace uuid, p_invoice uuid, p_version integer, p_missing text[],
  p_recipient text default null, p_cc text[] default null, p_subject text default null, p_text text default null
) returns corkboard.invoices
language plpgsql
as $$
declare
  v_invoice corkboard.invoices;
begin
  perform corkboard.check_text('missing', nullif(array_to_string(p_missing, ''), ''), 15000);
  perform corkboard.check_filled_mail(p_recipient, p_cc, p_subject, p_text);
  v_invoice := corkboard.send_invoice(p_workspace, p_invoice, p_version);
  if cardinality(p_missing) > 0 then
    perform corkboard.record_change(
      corkboard.current_actor(p_workspace), 'invoice.sent_incomplete', 'invoice', p_invoice,
      jsonb_build_object('missing', jsonb_build_array('[]'::jsonb, to_jsonb(p_missing))));
  end if;
  if p_recipient is not null then
    perform corkboard.mail_document(p_workspace, 'invoice', p_invoice, 'document', p_recipient, p_cc, p_subject, p_text);
  end if;
  return v_invoice;
end
$$;
comment on function corkboard.send_reviewed_invoice(uuid, uuid, integer, text[], text, text[], text, text) is
  'Sends an invoice as send_invoice does, and emails it if there is a recipient. p_missing is what the page before named as missing, a sentence each, which the audit log then names too (null or empty: nothing was). Rejects with validation, not_found, conflict (see send_invoice), rate_limited (see mail_document). Emits invoice.sent.';
