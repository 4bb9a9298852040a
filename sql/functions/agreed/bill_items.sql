create or replace function corkboard.bill_items(p_workspace uuid, p_invoice uuid, p_items uuid[]) returns void
language plpgsql
as $$
declare
  v_invoice constant corkboard.invoices := corkboard.find_invoice(p_workspace, p_invoice);
  v_lines constant integer := json_array_length(v_invoice.line_items);
  v_ids uuid[] := coalesce(v_invoice.line_ids, array_fill(null::uuid, array[v_lines]));
  v_at integer;
  v_item uuid;
begin
  for v_at in 1 .. greatest(v_lines, 1) loop
    v_item := p_items[least(v_at, cardinality(p_items))];
    continue when v_item is null
      or exists (
        select 1 from corkboard.billed_time b
         where b.workspace_id = p_workspace and b.invoice_id = p_invoice and b.line_id = v_ids[v_at])
      or exists (
        select 1 from corkboard.billed_items b
         where b.workspace_id = p_workspace and b.invoice_id = p_invoice and b.line_id is not distinct from v_ids[v_at]
           and (v_lines = 0 or b.line_id is not null));
    if v_lines > 0 then
      v_ids[v_at] := coalesce(v_ids[v_at], corkboard.uuid_v7());
    end if;
    insert into corkboard.billed_items (workspace_id, item_id, invoice_id, line_id)
    values (p_workspace, v_item, p_invoice, v_ids[v_at]);
  end loop;
  update corkboard.invoices i set line_ids = nullif(v_ids, '{}') where i.workspace_id = p_workspace and i.id = p_invoice;
  perform corkboard.sum_billed_items(p_workspace, p_invoice);
end
$$;
comment on function corkboard.bill_items(uuid, uuid, uuid[]) is
  'Links the lines of an invoice to the agreed items that they bill. p_items has the item of each line, and its last element is the item of all further lines. A line that already bills an item or time is left alone. The caller holds the workspace''s lock.';
