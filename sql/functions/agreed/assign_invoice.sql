create or replace function corkboard.assign_invoice(p_workspace uuid, p_invoice uuid, p_item uuid, p_version integer default null)
returns corkboard.invoices
language plpgsql
as $$
declare
  v_invoice corkboard.invoices;
  v_item corkboard.agreed_items;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_invoice := corkboard.find_invoice(p_workspace, p_invoice);
  perform corkboard.check_invoice_version(v_invoice, p_version);
  if v_invoice.kind <> 'invoice' or v_invoice.status = 'VOID' then
    perform corkboard.reject('conflict', format('%s is a %s %s: only an invoice that isn''t void bills agreed work.',
      v_invoice.number, v_invoice.status, v_invoice.kind));
  end if;
  perform corkboard.free_billed_items(p_workspace, p_invoice, true);
  if p_item is not null then
    select * into v_item from corkboard.agreed_items a
     where a.workspace_id = p_workspace and a.project_id = v_invoice.project_id and a.id = p_item;
    if not found then
      perform corkboard.reject('not_found', 'The client of this project agreed to nothing with this id.');
    end if;
    if v_item.currency <> v_invoice.currency then
      perform corkboard.reject_field('item', format('must be in %s, as the invoice is', v_invoice.currency));
    end if;
    perform corkboard.bill_items(p_workspace, p_invoice, array[p_item]);
  end if;
  update corkboard.invoices i set version = i.version + 1 where i.workspace_id = p_workspace and i.id = p_invoice
  returning * into v_invoice;
  perform corkboard.record_audit(
    corkboard.current_actor(p_workspace), case when p_item is null then 'invoice.unassigned' else 'invoice.assigned' end, 'invoice',
    p_invoice);
  return v_invoice;
end
$$;
comment on function corkboard.assign_invoice(uuid, uuid, uuid, integer) is
  'Links all lines of an invoice that bill no time to this agreed item of its project, and to no other (null: to none). p_version is the version that the caller saw (null: any). Rejects with validation, not_found, conflict (an estimate, VOID, or changed since).';
