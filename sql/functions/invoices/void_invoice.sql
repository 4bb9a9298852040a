-- 1.0.0 calls it without a reason.
drop function if exists corkboard.void_invoice(uuid, uuid, integer);
create or replace function corkboard.void_invoice(
  p_workspace uuid, p_invoice uuid, p_version integer default null, p_reason text default null
) returns corkboard.invoices
language plpgsql
as $$
declare
  v_estimate text;
  v_number text;
  v_invoice corkboard.invoices;
begin
  perform corkboard.check_text('reason', p_reason, 500);
  perform corkboard.lock_workspace(p_workspace);
  select e.number, i.number into v_estimate, v_number
    from (select c.invoice_id from corkboard.converted_estimates c where c.workspace_id = p_workspace and c.estimate_id = p_invoice
          union all
          select b.invoice_id from corkboard.billed_items b
            join corkboard.agreed_items a on a.workspace_id = p_workspace and a.id = b.item_id and a.record_id = p_invoice
           where b.workspace_id = p_workspace) c
    join corkboard.invoices e on e.workspace_id = p_workspace and e.id = p_invoice
    join corkboard.invoices i on i.workspace_id = p_workspace and i.id = c.invoice_id and i.status <> 'VOID'
   order by i.id limit 1;
  if found then
    perform corkboard.reject('conflict', format('%s was turned into %s: void that invoice first.', v_estimate, v_number));
  end if;
  v_invoice := corkboard.find_invoice(p_workspace, p_invoice);
  if v_invoice.kind <> 'invoice' or v_invoice.status <> 'SENT' or v_invoice.total_cents = 0 then
    v_invoice := corkboard.change_invoice_status(p_workspace, p_invoice, 'VOID', p_version);
    delete from corkboard.agreed_items a where a.workspace_id = p_workspace and a.record_id = p_invoice;
    return v_invoice;
  end if;
  if exists (select 1 from corkboard.payments p where p.workspace_id = p_workspace and p.invoice_id = p_invoice) then
    perform corkboard.reject('conflict',
      format('%s was paid in part: correct it by a credit note, or remove its payments before you void it.', v_invoice.number));
  end if;
  perform corkboard.credit_invoice(p_workspace, p_invoice, p_reason, p_version => p_version);
  return corkboard.find_invoice(p_workspace, p_invoice);
end
$$;
comment on function corkboard.void_invoice(uuid, uuid, integer, text) is
  'Marks the invoice VOID, once it was sent by a credit note over all that is left of it, which prints the reason. p_version is the version that the caller saw (null: any). Rejects with validation, not_found, conflict (already PAID or VOID, paid in part, changed since, or an estimate whose invoice isn''t void).';
