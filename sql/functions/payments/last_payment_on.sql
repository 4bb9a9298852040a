create or replace function corkboard.last_payment_on(p_workspace uuid, p_invoice uuid) returns date
language plpgsql stable
as $$
begin
  return (
    select max(p.paid_on) from corkboard.payments p
     where p.workspace_id = p_workspace and p.invoice_id = p_invoice and p.amount_cents > 0);
end
$$;
comment on function corkboard.last_payment_on(uuid, uuid) is
  'The day of an invoice''s last payment; null: it has none.';
