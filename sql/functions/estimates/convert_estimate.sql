-- The invoice is a draft like those that people begin in the console: the workspace's notes for invoices stand in for notes that
-- the estimate doesn't have, or that are the workspace's for estimates.
create or replace function corkboard.convert_estimate(p_workspace uuid, p_estimate uuid, p_version integer default null)
returns corkboard.invoices
language plpgsql
as $$
declare
  v_estimate corkboard.invoices;
  v_invoice corkboard.invoices;
  v_defaults record;
  v_estimate_notes text;
  v_answer text;
  v_converted text;
  v_item uuid;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_estimate := corkboard.find_invoice(p_workspace, p_estimate);
  select a.answer into v_answer from corkboard.estimate_answers a
   where a.workspace_id = p_workspace and a.estimate_id = p_estimate;
  select i.number into v_converted
    from corkboard.converted_estimates c
    join corkboard.invoices i on i.workspace_id = p_workspace and i.id = c.invoice_id and i.status <> 'VOID'
   where c.workspace_id = p_workspace and c.estimate_id = p_estimate;
  select a.id into v_item from corkboard.agreed_items a where a.workspace_id = p_workspace and a.record_id = p_estimate;
  perform corkboard.reject_conflict(case
    when v_estimate.kind <> 'estimate'
    then format('%s is an invoice already.', v_estimate.number)
    when v_converted is not null
    then format('%s was turned into %s already.', v_estimate.number, v_converted)
    when v_estimate.status <> 'SENT'
    then format('%s is %s: only a SENT estimate can be turned into an invoice.', v_estimate.number, v_estimate.status)
    when v_answer = 'declined'
    then format('%s was declined, so it can''t be turned into an invoice.', v_estimate.number)
    when exists (select 1 from corkboard.billed_items b where b.workspace_id = p_workspace and b.item_id = v_item and b.gross_cents > 0)
    then format('%s was invoiced in part already: invoice the rest on the project''s Invoices tab.', v_estimate.number)
    when exists (
      select 1 from corkboard.projects p
       where p.workspace_id = p_workspace and p.id = v_estimate.project_id and p.trashed_at is not null)
    then format('%s belongs to a project in the trash: restore the project first.', v_estimate.number)
  end);
  perform corkboard.check_invoice_version(v_estimate, p_version);
  v_defaults := corkboard.draft_defaults(p_workspace, v_estimate.project_id);
  select w.estimate_notes into v_estimate_notes from corkboard.workspaces w where w.id = p_workspace;
  v_invoice := corkboard.draft_invoice(
    corkboard.current_actor(p_workspace), v_estimate.project_id, 'invoice', v_estimate.currency, v_estimate.line_items,
    v_estimate.subtotal_cents, v_estimate.discount_cents, v_estimate.tax_rate_bps, v_estimate.tax_inclusive,
    v_estimate.tax_cents, v_defaults.due_date, null, v_estimate.po_number,
    coalesce(nullif(v_estimate.notes, v_estimate_notes), v_defaults.notes));
  v_invoice := corkboard.set_invoice_details(p_workspace, v_invoice.id, jsonb_build_object(
    'language', v_estimate.language, 'line_units', v_estimate.line_units, 'zero_tax_reason', v_estimate.zero_tax_reason));
  insert into corkboard.converted_estimates (workspace_id, estimate_id, invoice_id)
  values (p_workspace, p_estimate, v_invoice.id);
  if v_item is not null then
    perform corkboard.bill_items(p_workspace, v_invoice.id, array[v_item]);
  end if;
  update corkboard.invoices i set version = i.version + 1 where i.workspace_id = p_workspace and i.id = p_estimate;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'estimate.converted', 'invoice', p_estimate);
  return v_invoice;
end
$$;
comment on function corkboard.convert_estimate(uuid, uuid, integer) is
  'Drafts an invoice with the content of a SENT estimate that the client didn''t decline, and returns the draft: once, unless that invoice was voided. p_version is the version of the estimate that the caller saw (null: any). Rejects with not_found, conflict (an invoice, not SENT, declined, invoiced already in whole or in part, in the trash, or changed since).';
