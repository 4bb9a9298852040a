create or replace function corkboard.draft_invoice(
  p_caller corkboard.caller, p_project uuid, p_kind text, p_currency text, p_line_items json,
  p_subtotal_cents bigint, p_discount_cents bigint, p_tax_rate_bps integer, p_tax_inclusive boolean, p_tax_cents bigint,
  p_due_date date, p_supply_date date, p_po_number text, p_notes text
) returns corkboard.invoices
language plpgsql
as $$
declare
  v_project corkboard.projects;
  v_sequence integer;
  v_number text;
  v_invoice corkboard.invoices;
begin
  perform
    corkboard.check_required('kind', p_kind),
    corkboard.check_one_of('kind', p_kind, '{invoice,estimate}'),
    corkboard.check_invoice_content(
      p_currency, p_line_items, p_subtotal_cents, p_discount_cents, p_tax_rate_bps, p_tax_inclusive, p_tax_cents,
      p_due_date, p_supply_date, p_po_number, p_notes);
  v_project := corkboard.find_project(p_caller.workspace_id, p_project);
  perform corkboard.count_monthly_write(p_caller);
  select coalesce(max(i.sequence), 0) + 1 into v_sequence from corkboard.invoices i
   where i.workspace_id = p_caller.workspace_id and i.kind = p_kind;
  -- Before the statement: Citus calls no functions of the schema in one that inserts what it selects.
  v_number := corkboard.take_number(p_caller.workspace_id, p_kind, v_sequence);
  insert into corkboard.invoices
    (workspace_id, project_id, client_id, kind, sequence, number, currency, line_items, subtotal_cents, discount_cents,
     tax_rate_bps, tax_inclusive, tax_cents, due_date, supply_date, po_number, notes, created_via)
  select w.id, p_project, v_project.client_id, p_kind,
         v_sequence, v_number,
         coalesce(p_currency, s.currency, w.default_currency), p_line_items, p_subtotal_cents, p_discount_cents,
         p_tax_rate_bps, p_tax_inclusive, p_tax_cents, p_due_date, p_supply_date, p_po_number, p_notes, p_caller.via
    from corkboard.workspaces w
    left join corkboard.scopes s on s.workspace_id = p_caller.workspace_id and s.project_id = p_project
   where w.id = p_caller.workspace_id
  returning * into v_invoice;
  perform corkboard.record_audit(p_caller, p_kind || '.drafted', 'invoice', v_invoice.id);
  return v_invoice;
end
$$;
comment on function corkboard.draft_invoice(corkboard.caller, uuid, text, text, json, bigint, bigint, integer, boolean, bigint, date, date, text, text) is
  'Drafts an invoice or estimate with the next number of its kind. A null currency is the scope''s, otherwise the workspace''s. The caller computes the amounts (src/money). Rejects with validation, not_found, plan_limit (allowance).';
