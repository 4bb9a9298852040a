create or replace function corkboard.free_billed_items(p_workspace uuid, p_invoice uuid, p_all boolean default false) returns void
language plpgsql
as $$
declare
  v_invoice constant corkboard.invoices := corkboard.find_invoice(p_workspace, p_invoice);
  v_items uuid[];
begin
  v_items := array(
    select distinct b.item_id from corkboard.billed_items b where b.workspace_id = p_workspace and b.invoice_id = p_invoice);
  if v_items = '{}' then
    return;
  end if;
  delete from corkboard.billed_items b
   where b.workspace_id = p_workspace and b.invoice_id = p_invoice
     and (p_all or v_invoice.status = 'VOID' or case when b.line_id is null then json_array_length(v_invoice.line_items) > 0
                                                     else b.line_id = any (v_invoice.line_ids) is not true end
          or exists (
            select 1 from corkboard.agreed_items a
             where a.workspace_id = p_workspace and a.id = b.item_id and a.currency <> v_invoice.currency));
  perform corkboard.sum_billed_items(p_workspace, p_invoice, v_items);
end
$$;
comment on function corkboard.free_billed_items(uuid, uuid, boolean) is
  'Has an invoice no longer bill agreed items by lines that it has lost, or in another currency than its own; none at all if it is VOID, or with p_all. The caller holds the workspace''s lock.';
