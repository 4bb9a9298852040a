create or replace function corkboard.pay_invoice(p_workspace uuid, p_invoice uuid, p_version integer default null) returns corkboard.invoices
language plpgsql
as $$
begin
  return corkboard.record_payment(p_workspace, p_invoice, p_version => p_version);
end
$$;
comment on function corkboard.pay_invoice(uuid, uuid, integer) is
  'Records a payment of all that is due, as of today: record_payment.';
