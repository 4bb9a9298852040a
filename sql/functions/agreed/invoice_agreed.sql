-- The workspace is locked while the version is compared, so that of two people who bill the same remainder one is rejected. More
-- than the price can be billed: the page asks before.
create or replace function corkboard.invoice_agreed(
  p_workspace uuid, p_project uuid, p_item uuid, p_version integer, p_shown integer, p_line_items json,
  p_tax_rate_bps integer, p_tax_inclusive boolean, p_subtotal_cents bigint, p_tax_cents bigint, p_notes text,
  p_part integer default null
) returns corkboard.invoices
language plpgsql
as $$
declare
  v_item corkboard.agreed_items;
  v_estimate corkboard.invoices;
  v_defaults record;
  v_invoice corkboard.invoices;
  v_parts jsonb;
begin
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.find_project(p_workspace, p_project);
  select * into v_item from corkboard.agreed_items a
   where a.workspace_id = p_workspace and a.project_id = p_project and a.id = p_item;
  if not found then
    perform corkboard.reject('not_found', 'The client of this project agreed to nothing with this id.');
  end if;
  if v_item.version <> p_version or v_item.version <> p_shown then
    perform corkboard.reject('conflict', 'What was invoiced of this was changed meanwhile. Check the new lines, then try again.');
  end if;
  if v_item.closed_at is not null then
    perform corkboard.reject('conflict', 'Nothing more is to be invoiced of this: reopen it first.');
  end if;
  if p_part is not null and exists (
       select 1 from corkboard.billed_items b
        where b.workspace_id = p_workspace and b.item_id = p_item and b.gross_cents > 0
          and b.invoice_id = (v_item.payment_parts -> (p_part - 1) ->> 'invoiceId')::uuid)
  then
    perform corkboard.reject('conflict', 'This part is on an invoice already.');
  end if;
  if not p_subtotal_cents > 0 then
    perform corkboard.reject('conflict', 'Nothing of this is left to be invoiced.');
  end if;
  select * into v_estimate from corkboard.invoices i where i.workspace_id = p_workspace and i.id = v_item.record_id;
  v_defaults := corkboard.draft_defaults(p_workspace, p_project);
  v_invoice := corkboard.draft_invoice(
    corkboard.current_actor(p_workspace), p_project, 'invoice', v_item.currency, p_line_items, p_subtotal_cents, 0, p_tax_rate_bps,
    p_tax_inclusive, p_tax_cents, v_defaults.due_date, null, v_estimate.po_number,
    nullif(left(concat_ws(E'\n\n', p_notes, v_defaults.notes), 5000), ''));
  if v_estimate.id is not null then
    perform corkboard.set_invoice_details(p_workspace, v_invoice.id, jsonb_build_object(
      'language', v_estimate.language, 'zero_tax_reason', v_estimate.zero_tax_reason));
  end if;
  perform corkboard.bill_items(p_workspace, v_invoice.id, array[p_item]);
  if p_part is not null then
    v_parts := jsonb_set(v_item.payment_parts, array[(p_part - 1)::text, 'invoiceId'], to_jsonb(v_invoice.id));
    update corkboard.agreed_items a set payment_parts = v_parts where a.workspace_id = p_workspace and a.id = p_item;
  end if;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'invoice.agreed_billed', 'invoice', v_invoice.id);
  return corkboard.find_invoice(p_workspace, v_invoice.id);
end
$$;
comment on function corkboard.invoice_agreed(uuid, uuid, uuid, integer, integer, json, integer, boolean, bigint, bigint, text, integer) is
  'Drafts an invoice that bills an agreed item. The caller makes the lines from agreed_to_invoice, where the item''s version is p_version, and computes the amounts (src/money); p_shown is the version that the page showed (null: any), p_notes are printed before the workspace''s notes, and p_part is the part of the payment plan that it is, from 1. Rejects with validation, not_found, conflict (closed, nothing left, or changed since).';
