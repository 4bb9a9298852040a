create or replace function corkboard.find_balance(
  p_workspace uuid, p_invoice uuid, p_amount_cents bigint, p_on date, p_version integer
) returns corkboard.invoices
language plpgsql
as $$
declare
  v_invoice corkboard.invoices;
begin
  perform corkboard.lock_workspace(p_workspace);
  if p_on > corkboard.workspace_today(p_workspace) then
    perform corkboard.reject_field('on', 'must be today or earlier');
  end if;
  v_invoice := corkboard.find_invoice(p_workspace, p_invoice);
  perform corkboard.check_invoice_version(v_invoice, p_version);
  if v_invoice.balance_cents = 0 then
    perform corkboard.reject('conflict', format('%s has no balance: nothing was paid too much.', v_invoice.number));
  end if;
  if p_amount_cents > v_invoice.balance_cents then
    perform corkboard.reject_field('amountCents',
      format('must be at most %s, the balance', v_invoice.balance_cents), v_invoice.balance_cents);
  end if;
  return v_invoice;
end
$$;
comment on function corkboard.find_balance(uuid, uuid, bigint, date, integer) is
  'Locks the workspace and returns an invoice whose balance is refunded or transferred. Rejects with validation (more than the balance, a day in the future), not_found, conflict (no balance, or not the version that the caller saw).';
