create or replace function corkboard.edit_invoice(
  p_workspace uuid, p_invoice uuid, p_version integer, p_currency text, p_line_items json,
  p_subtotal_cents bigint, p_discount_cents bigint, p_tax_rate_bps integer, p_tax_inclusive boolean, p_tax_cents bigint,
  p_due_date date, p_supply_date date, p_po_number text, p_notes text, p_details jsonb default null
) returns corkboard.invoices
language plpgsql
as $$
declare
  -- The audit log leaves these out: amounts follow from the other columns, and ids of lines say nothing to people.
  c_derived constant text[] := '{amount_cents,tax_cents,line_ids,line_members}';
  v_before corkboard.invoices;
  v_invoice corkboard.invoices;
  v_freed integer;
  v_line_ids uuid[];
  v_changes jsonb;
begin
  perform corkboard.check_invoice_content(
    p_currency, p_line_items, p_subtotal_cents, p_discount_cents, p_tax_rate_bps, p_tax_inclusive, p_tax_cents,
    p_due_date, p_supply_date, p_po_number, p_notes);
  perform corkboard.lock_workspace(p_workspace);
  v_before := corkboard.find_invoice(p_workspace, p_invoice);
  if v_before.status <> 'DRAFT' then
    perform corkboard.reject('conflict',
      format('%s is %s: only a DRAFT can be edited.', v_before.number, v_before.status));
  end if;
  if v_before.version <> p_version then
    perform corkboard.reject('conflict', format(
      '%s was edited%s since you opened it. Compare your version with the current one before you save.', v_before.number,
      (select ' by ' || l.actor from corkboard.audit_log l
        where l.workspace_id = p_workspace and l.record_id = p_invoice
          and l.action in ('invoice.edited', 'invoice.assigned', 'invoice.unassigned', 'estimate.planned')
        order by l.id desc limit 1)));
  end if;
  -- Without its id such a line could stay, while another invoice bills its time or agreed item.
  select g.number - 1 into v_freed
    from jsonb_array_elements_text(p_details -> 'line_ids') with ordinality g (id, number)
   where g.id is not null and not g.id = any (array_remove(coalesce(v_before.line_ids, '{}'), null)::text[])
   limit 1;
  if found then
    perform corkboard.reject_field(
      format('lineItems.%s.description', v_freed), 'bills what was taken out of this draft meanwhile: remove the line');
  end if;
  v_line_ids := corkboard.kept_line_ids(v_before.line_ids, p_details -> 'line_ids', json_array_length(p_line_items));
  update corkboard.invoices i
     set currency = coalesce(p_currency, i.currency),
         line_items = p_line_items,
         subtotal_cents = p_subtotal_cents,
         discount_cents = p_discount_cents,
         tax_rate_bps = p_tax_rate_bps,
         tax_inclusive = p_tax_inclusive,
         tax_cents = p_tax_cents,
         due_date = p_due_date,
         supply_date = p_supply_date,
         po_number = p_po_number,
         notes = p_notes,
         -- Without details, those that no longer fit are dropped.
         line_units = case when cardinality(i.line_units) = json_array_length(p_line_items) then i.line_units end,
         supply_until = case when i.supply_until >= p_supply_date then i.supply_until end,
         line_ids = v_line_ids,
         line_members = corkboard.kept_line_members(v_before, v_line_ids)
   where i.workspace_id = p_workspace and i.id = p_invoice
  returning * into v_invoice;
  if p_details is not null then
    v_invoice := corkboard.set_invoice_details(p_workspace, p_invoice, p_details - 'line_ids');
  end if;
  perform corkboard.free_billed_time(p_workspace, p_invoice, v_line_ids);
  perform corkboard.free_billed_items(p_workspace, p_invoice);
  v_changes := corkboard.changed_values(to_jsonb(v_before) - c_derived, to_jsonb(v_invoice) - c_derived);
  if v_changes is not null then
    update corkboard.invoices i set version = i.version + 1
     where i.workspace_id = p_workspace and i.id = p_invoice
    returning * into v_invoice;
    -- The currency is recorded even if it stayed the same, because the amounts mean nothing without it.
    v_changes := jsonb_build_object('currency', jsonb_build_array(v_before.currency, v_invoice.currency)) || v_changes;
    if v_invoice.kind = 'estimate' and v_changes ? 'dueDate' then
      v_changes := v_changes - 'dueDate' || jsonb_build_object('validUntil', v_changes -> 'dueDate');
    end if;
    perform corkboard.record_change(
      corkboard.current_actor(p_workspace), 'invoice.edited', 'invoice', p_invoice, v_changes);
  end if;
  return v_invoice;
end
$$;
comment on function corkboard.edit_invoice(uuid, uuid, integer, text, json, bigint, bigint, integer, boolean, bigint, date, date, text, text, jsonb) is
  'Replaces the content of a DRAFT, which keeps its number, kind and project. p_version is the version that the caller saw (null: any); a null currency keeps the draft''s, and null p_details keep its details (set_invoice_details). p_details may also name line_ids (kept_line_ids): the time and agreed items that other lines billed are unbilled again, and an id that no line has any more is rejected. The caller computes the amounts, as for draft_invoice. Rejects with validation, not_found, conflict (not a DRAFT, or edited since).';
