create or replace function corkboard.duplicate_invoice(p_workspace uuid, p_invoice uuid) returns corkboard.invoices
language plpgsql
as $$
declare
  v_invoice corkboard.invoices;
  v_copy corkboard.invoices;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_invoice := corkboard.find_invoice(p_workspace, p_invoice);
  v_copy := corkboard.draft_invoice(
    corkboard.current_actor(p_workspace), v_invoice.project_id, v_invoice.kind, v_invoice.currency, v_invoice.line_items,
    v_invoice.subtotal_cents, v_invoice.discount_cents, v_invoice.tax_rate_bps, v_invoice.tax_inclusive, v_invoice.tax_cents,
    (corkboard.draft_defaults(p_workspace, v_invoice.project_id)).due_date, null, v_invoice.po_number, v_invoice.notes);
  v_copy := corkboard.set_invoice_details(p_workspace, v_copy.id, jsonb_build_object(
    'language', v_invoice.language, 'line_units', v_invoice.line_units, 'zero_tax_reason', v_invoice.zero_tax_reason));
  update corkboard.invoices i set payment_plan = v_invoice.payment_plan where i.workspace_id = p_workspace and i.id = v_copy.id
  returning * into v_copy;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'invoice.duplicated', 'invoice', p_invoice);
  return v_copy;
end
$$;
comment on function corkboard.duplicate_invoice(uuid, uuid) is
  'Drafts an invoice or estimate with the content of another one of its kind and project, whatever its status, and returns the draft. It bills no time and nothing that was agreed, its due date follows from the payment term, and it has no days of supply. Rejects with not_found (also a project in the trash).';
