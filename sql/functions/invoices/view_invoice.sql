create or replace function corkboard.view_invoice(p_workspace uuid, p_invoice uuid) returns corkboard.invoices
language plpgsql
as $$
declare
  v_now timestamptz;
  v_invoice corkboard.invoices;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_invoice := corkboard.find_invoice(p_workspace, p_invoice);
  if v_invoice.status not in ('SENT', 'PAID') then
    perform corkboard.reject('conflict',
      format('%s is %s: the client opens what is SENT or PAID.', v_invoice.number, v_invoice.status));
  end if;
  if v_invoice.viewed_at is null then
    v_now := clock_timestamp();
    update corkboard.invoices i set viewed_at = v_now
     where i.workspace_id = p_workspace and i.id = p_invoice
    returning * into v_invoice;
    perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'invoice.viewed', 'invoice', p_invoice);
    perform corkboard.emit_event(p_workspace, 'invoice.viewed', corkboard.invoice_event_data(v_invoice, 'invoice.viewed'));
    perform corkboard.notify_members(p_workspace, 'viewed', 'invoice.viewed', array[p_invoice]);
  end if;
  return v_invoice;
end
$$;
comment on function corkboard.view_invoice(uuid, uuid) is
  'Records that the client opened the document. Only the first time emits invoice.viewed and notifies members. Rejects with not_found, conflict (DRAFT or VOID, which the client can''t see).';
