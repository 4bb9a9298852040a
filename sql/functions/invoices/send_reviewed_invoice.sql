create or replace function corkboard.send_reviewed_invoice(
  p_workspace uuid, p_invoice uuid, p_version integer, p_missing text[]
) returns corkboard.invoices
language plpgsql
as $$
declare
  v_invoice corkboard.invoices;
begin
  perform corkboard.check_text('missing', nullif(array_to_string(p_missing, ''), ''), 15000);
  v_invoice := corkboard.send_invoice(p_workspace, p_invoice, p_version);
  if cardinality(p_missing) > 0 then
    perform corkboard.record_change(
      corkboard.current_actor(p_workspace), 'invoice.sent_incomplete', 'invoice', p_invoice,
      jsonb_build_object('missing', jsonb_build_array('[]'::jsonb, to_jsonb(p_missing))));
  end if;
  return v_invoice;
end
$$;
comment on function corkboard.send_reviewed_invoice(uuid, uuid, integer, text[]) is
  'Sends an invoice as send_invoice does. p_missing is what the page before named as missing, a sentence each, which the audit log then names too (null or empty: nothing was). Rejects with validation, not_found, conflict (see send_invoice). Emits invoice.sent.';
