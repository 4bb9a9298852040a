create or replace function corkboard.plan_estimate(p_workspace uuid, p_estimate uuid, p_parts jsonb, p_version integer default null)
returns corkboard.invoices
language plpgsql
as $$
declare
  v_estimate corkboard.invoices;
  v_plan jsonb;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_estimate := corkboard.find_invoice(p_workspace, p_estimate);
  perform corkboard.check_invoice_version(v_estimate, p_version);
  if v_estimate.kind <> 'estimate' or v_estimate.status <> 'DRAFT' then
    perform corkboard.reject('conflict', format('%s is a %s %s: a DRAFT estimate gets a payment plan.',
      v_estimate.number, v_estimate.status, v_estimate.kind));
  end if;
  v_plan := corkboard.check_payment_plan(p_parts, v_estimate.subtotal_cents - v_estimate.discount_cents, v_estimate.currency);
  update corkboard.invoices i set payment_plan = v_plan, version = i.version + 1
   where i.workspace_id = p_workspace and i.id = p_estimate
  returning * into v_estimate;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'estimate.planned', 'invoice', p_estimate);
  return v_estimate;
end
$$;
comment on function corkboard.plan_estimate(uuid, uuid, jsonb, integer) is
  'Gives the DRAFT of an estimate this payment plan (null: none). p_version is the version that the caller saw (null: any). Rejects with validation, not_found, conflict (not the draft of an estimate, or changed since).';
